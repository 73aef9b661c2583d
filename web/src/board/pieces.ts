import { UNIT, element } from './svg';

/** A crate: planks in a frame, and a tick that shows when it is home. */
export function crate(id: number): SVGElement {
  const pad = UNIT * 0.1;
  const side = UNIT - 2 * pad;
  const inner = pad + UNIT * 0.11;
  const far = UNIT - inner;
  return element('g', { class: 'box', 'data-box': id }, [
    element('rect', { class: 'box-body', x: pad, y: pad, width: side, height: side, rx: UNIT * 0.09 }),
    element('rect', { class: 'box-frame', x: inner, y: inner, width: far - inner, height: far - inner, rx: 2 }),
    element('path', { class: 'box-cross', d: `M${inner} ${inner}L${far} ${far}M${far} ${inner}L${inner} ${far}` }),
    element('path', { class: 'box-tick', d: `M${UNIT * 0.32} ${UNIT * 0.52}l${UNIT * 0.13} ${UNIT * 0.13}l${UNIT * 0.24} ${-UNIT * 0.27}` }),
  ]);
}

/** The man: a round body with eyes on the side to which he turns. */
export function man(): SVGElement {
  const m = UNIT / 2;
  return element('g', { class: 'man' }, [
    element('circle', { class: 'man-body', cx: m, cy: m, r: UNIT * 0.34 }),
    element('g', { class: 'man-face' }, [
      element('circle', { class: 'man-eye', cx: m - UNIT * 0.11, cy: m + UNIT * 0.1, r: UNIT * 0.075 }),
      element('circle', { class: 'man-eye', cx: m + UNIT * 0.11, cy: m + UNIT * 0.1, r: UNIT * 0.075 }),
    ]),
  ]);
}

/** How far the man's face is turned from looking down. */
export const turn = { d: 0, l: 90, u: 180, r: 270 } as const;
