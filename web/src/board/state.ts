import type { BoardLevel, Cell, Facing, Mark, Piece, Target } from './types';

/** All that the board shows; it knows no rules. */
export interface BoardState {
  level: BoardLevel;
  man: Cell;
  facing: Facing;
  boxes: Piece[];
  /** The chosen box, if any, and where it can go. */
  selected: Cell | null;
  targets: Target[];
  /** Marks under the pieces and above them. */
  marks: Mark[];
  /** Boxes and walls to be pointed at by an alert. */
  guilty: Cell[];
  /** Cells with goals painted differently, when playing backwards. */
  goals: Cell[];
  /** The level has just been solved: boxes glow. */
  solved: boolean;
  /** Numbers of rows and columns at the edges. */
  coordinates: boolean;
  /** Walls and floor are tiles of a sheet, not painted. */
  paved: boolean;
  animate: boolean;
  /** How long a step takes, in milliseconds. */
  stepTime: number;
}

export const emptyLevel: BoardLevel = { width: 1, height: 1, text: '', floor: [], goals: [] };

export function defaults(): BoardState {
  return {
    level: emptyLevel,
    man: -1,
    facing: 'd',
    boxes: [],
    selected: null,
    targets: [],
    marks: [],
    guilty: [],
    goals: [],
    solved: false,
    coordinates: false,
    paved: false,
    animate: true,
    stepTime: 90,
  };
}

/** One box at this cell, or none. */
export function boxAt(state: BoardState, cell: Cell): Piece | undefined {
  return state.boxes.find((piece) => piece.cell === cell);
}
