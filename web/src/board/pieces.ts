import { UNIT, element, piece } from './svg';
import type { Facing } from './types';

/** A box: a crate, or one that is home, with a frame for when it is chosen or guilty. */
export function crate(id: number): SVGElement {
  return element('g', { class: 'box', 'data-box': id }, [
    element('circle', { class: 'glow', cx: UNIT / 2, cy: UNIT / 2, r: UNIT * 0.95 }),
    piece('box'),
    element('rect', { class: 'box-frame', x: 2, y: 1.5, width: UNIT - 4, height: UNIT - 3, rx: 4.5 }),
  ]);
}

export function man(): SVGElement {
  return element('g', { class: 'man' }, [piece('man-d')]);
}

/** Gives a piece another face, if it has not got it yet. */
export function wear(group: Element, name: string): void {
  const shown = group.querySelector('use');
  const href = `#tile-${name}`;
  if (shown?.getAttribute('href') !== href) shown?.setAttribute('href', href);
}

/** The tile of the man: he faces where he goes, and leans on the box that he has just pushed. */
export function manTile(facing: Facing, isPushing: boolean, isOnGoal: boolean): string {
  return `${isPushing ? 'push' : 'man'}-${facing}${isOnGoal ? '-goal' : ''}`;
}
