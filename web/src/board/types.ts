/** A square of the level as written: row * width + column. */
export type Cell = number;

/** What never changes while a level is played. */
export interface BoardLevel {
  width: number;
  height: number;
  /** The rows as written; only walls are read from them. */
  text: string;
  floor: Cell[];
  goals: Cell[];
}

export interface Piece {
  id: number;
  cell: Cell;
}

export type Facing = 'l' | 'u' | 'r' | 'd';

/** Which of several layers that are on together; see `slots.ts`. */
export interface Slot {
  index: number;
  count: number;
}

/** A mark on the board: each kind has a shape and a colour of its own. */
export type Mark =
  | { shape: 'tint'; cell: Cell; kind: string; strength?: number; slot?: Slot }
  | { shape: 'arrow'; from: Cell; to: Cell; kind: string; strength?: number; label?: string; slot?: Slot }
  | { shape: 'ring'; cell: Cell; kind: string; label?: string }
  | { shape: 'label'; cell: Cell; kind: string; label: string; slot?: Slot }
  | { shape: 'way'; cells: Cell[]; kind: string }
  | { shape: 'ghost'; cell: Cell; kind: string };

/** A square that a chosen box can be brought to. */
export interface Target {
  cell: Cell;
  pushes: number;
  dead: boolean;
}
