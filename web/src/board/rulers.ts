import type { View } from './camera';
import { RULER } from './camera';
import type { BoardState } from './state';
import { UNIT, element } from './svg';

/** Numbers of rows and columns, counted from 1 as hints and messages count them. */

function label(text: number, x: number, y: number): Element {
  const made = element('text', { x, y });
  made.textContent = String(text);
  return made;
}

/** Columns above the board and rows beside it, in groups that stay in view. */
export function rulers(state: BoardState): Element[] {
  if (!state.coordinates) return [];
  const { width, height } = state.level;
  const columns = Array.from({ length: width }, (_, i) => label(i + 1, (i + 0.5) * UNIT, -6));
  const rows = Array.from({ length: height }, (_, i) => label(i + 1, -RULER / 2 - 1, (i + 0.5) * UNIT + 5));
  return [element('g', { class: 'ruler columns' }, columns), element('g', { class: 'ruler rows' }, rows)];
}

/** Moves the numbers along so that a close view has them at its edges. */
export function keepInView(group: Element, view: View): void {
  const [columns, rows] = [...group.children] as SVGElement[];
  const down = Math.max(0, RULER - view.top / view.scale);
  const right = Math.max(0, RULER - view.left / view.scale);
  if (columns) columns.style.transform = `translateY(${down}px)`;
  if (rows) rows.style.transform = `translateX(${right}px)`;
}
