import { UNIT, corner } from './svg';
import type { Cell, Slot } from './types';

/**
 * Layers that are on together share the board: of areas each has a part of every
 * cell, and arrows run side by side, so that none hides another and the place tells
 * whose a mark is.
 */

/** Numbers shrink less than their part of the cell, or nobody could read them. */
const LEAST_TEXT = 0.6;

/** Puts what is drawn for a whole cell into a layer's part of it. */
export function inPart(drawn: Element, cell: Cell, width: number, slot?: Slot, isText = false): Element {
  if (!slot || slot.count < 2) return drawn;
  const side = slot.count <= 4 ? 2 : 3;
  const zoom = isText ? Math.max(LEAST_TEXT, 1 / side) : 1 / side;
  const [x, y] = corner(cell, width);
  const part = UNIT / side;
  const middle = (start: number, index: number) => start + (index + 0.5) * part - zoom * (start + UNIT / 2);
  const [right, down] = [middle(x, slot.index % side), middle(y, Math.floor(slot.index / side))];
  drawn.setAttribute('transform', `translate(${right} ${down}) scale(${zoom})`);
  return drawn;
}

/** Moves an arrow beside the middle of its way. */
export function besideWay(drawn: Element, from: Cell, to: Cell, width: number, slot?: Slot): Element {
  if (!slot || slot.count < 2) return drawn;
  const [x1, y1] = corner(from, width);
  const [x2, y2] = corner(to, width);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const by = (slot.index - (slot.count - 1) / 2) * UNIT * 0.22;
  drawn.setAttribute('transform', `translate(${(-(y2 - y1) / length) * by} ${((x2 - x1) / length) * by})`);
  return drawn;
}
