import type { Cell, Facing, Piece } from '../board/types';
import type { Mode } from './types';

/**
 * Plays letters that the server has given, forwards and backwards. A capital
 * letter moves a box too: the one before the man when he pushes, the one behind
 * him when he pulls. Nothing here decides what is allowed.
 */

export interface Scene {
  man: Cell;
  facing: Facing;
  boxes: Piece[];
}

function offset(letter: string, width: number): number {
  return { l: -1, r: 1, u: -width, d: width }[letter.toLowerCase()] ?? 0;
}

const isPush = (letter: string) => letter !== letter.toLowerCase();

function moveBox(boxes: Piece[], from: Cell, to: Cell): Piece[] {
  return boxes.map((piece) => (piece.cell === from ? { ...piece, cell: to } : piece));
}

export function forwards(scene: Scene, letter: string, width: number, mode: Mode): Scene {
  const by = offset(letter, width);
  const man = scene.man + by;
  let boxes = scene.boxes;
  if (isPush(letter)) {
    boxes = mode === 'forward' ? moveBox(boxes, man, man + by) : moveBox(boxes, scene.man - by, scene.man);
  }
  return { man, boxes, facing: letter.toLowerCase() as Facing };
}

export function backwards(scene: Scene, letter: string, width: number, mode: Mode): Scene {
  const by = offset(letter, width);
  const man = scene.man - by;
  let boxes = scene.boxes;
  if (isPush(letter)) {
    boxes = mode === 'forward' ? moveBox(boxes, scene.man + by, scene.man) : moveBox(boxes, man, man - by);
  }
  return { man, boxes, facing: letter.toLowerCase() as Facing };
}

/** "Row 3, column 5", as people count. */
export function placeName(cell: Cell, width: number): string {
  return `row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`;
}

/** What a push or pull by this letter has done, told after it. */
export function pushSentence(after: Scene, letter: string, width: number, mode: Mode, goals: Cell[]): string {
  const ahead = offset(letter, width);
  const cell = mode === 'forward' ? after.man + ahead : after.man - ahead;
  const word = { l: 'left', r: 'right', u: 'up', d: 'down' }[letter.toLowerCase()];
  const home = goals.includes(cell) ? ', on a goal' : '';
  return `Box ${mode === 'forward' ? 'pushed' : 'pulled'} ${word} to ${placeName(cell, width)}${home}.`;
}
