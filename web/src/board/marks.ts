import { besideWay, inPart } from './slots';
import { UNIT, corner, element, middle } from './svg';
import type { Mark, Target } from './types';

/** A name for a mark, so that equal marks are drawn once and kept. */
export function markKey(mark: Mark): string {
  return JSON.stringify(mark);
}

export function drawMark(mark: Mark, width: number): Element {
  switch (mark.shape) {
    case 'tint':
      return fade(inPart(drawTint(mark.cell, mark.kind, width), mark.cell, width, mark.slot), mark.strength);
    case 'ring':
      return drawRing(mark.cell, mark.kind, mark.label, width);
    case 'arrow':
      return fade(besideWay(drawArrow(mark.from, mark.to, mark.kind, mark.label, width), mark.from, mark.to, width, mark.slot), mark.strength);
    case 'label':
      return inPart(group(`mark label ${mark.kind}`, [text(mark.cell, mark.label, width)], mark.label), mark.cell, width, mark.slot, true);
    case 'way':
      return drawWay(mark.cells, mark.kind, width);
    case 'ghost':
      return drawGhost(mark.cell, mark.kind, width);
  }
}

/** Strengths go from 0 to 255. */
function fade(drawn: Element, strength = 255): Element {
  if (strength < 255) drawn.setAttribute('opacity', (strength / 255).toFixed(2));
  return drawn;
}

/** Arrows and labels lie above the pieces, areas below them. */
export function isAbove(mark: Mark): boolean {
  return mark.shape !== 'tint' && mark.shape !== 'way';
}

function group(classes: string, children: Element[], label?: string): Element {
  if (label) {
    const title = element('title');
    title.textContent = label;
    children.unshift(title);
  }
  return element('g', { class: classes }, children);
}

function text(cell: number, label: string, width: number): Element {
  const [x, y] = middle(cell, width);
  const made = element('text', { x, y: y + UNIT * 0.12, class: label.length > 2 ? 'small' : '' });
  made.textContent = label;
  return made;
}

/** A tinted square with a sign inside, so that kinds differ by more than colour. */
function drawTint(cell: number, kind: string, width: number): Element {
  const [x, y] = corner(cell, width);
  const children: Element[] = [element('rect', { x: x + 1, y: y + 1, width: UNIT - 2, height: UNIT - 2 })];
  const sign = signs[kind];
  if (sign) children.push(element('path', { class: 'sign', d: sign, transform: `translate(${x} ${y})` }));
  return group(`mark tint ${kind}`, children);
}

/** Signs of tinted squares in a square of forty units. */
const signs: Record<string, string> = {
  dead: 'M8 32L32 8M4 20L20 4M20 36L36 20',
  corner: 'M10 10V30H30',
  'wall-line': 'M8 20H32',
  indirect: 'M20 12V28',
  safe: 'M12 21L18 27L29 14',
  articulation: 'M20 6V15M20 25V34M14 20H26',
  tunnel: 'M6 14H34M6 26H34',
  room: 'M20 17V23M17 20H23',
  reachable: 'M14 20a6 6 0 1 0 12 0a6 6 0 1 0 -12 0',
  'reachable-dead': 'M14 14L26 26M26 14L14 26',
  focus: 'M4 12V4H12M28 4H36V12M36 28V36H28M12 36H4V28',
  reacher: 'M3 3H37V37H3z',
  'man-here': 'M17 20a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  'man-cut-off': 'M10 30L30 10',
  parking: 'M15 29V11H21a5 5 0 0 1 0 10H15',
  'guilty-box': 'M3 3H37V37H3z',
};

function drawRing(cell: number, kind: string, label: string | undefined, width: number): Element {
  const [x, y] = corner(cell, width);
  const ring = element('rect', { x: x + 2.5, y: y + 2.5, width: UNIT - 5, height: UNIT - 5, rx: 6 });
  return group(`mark ring ${kind}`, [ring], label);
}

/** The way of a piece, from middle to middle. */
function drawWay(cells: number[], kind: string, width: number): Element {
  const points = cells.map((cell) => middle(cell, width).join(','));
  return group(`mark way ${kind}`, [element('polyline', { points: points.join(' ') })]);
}

/** A piece where it would be. */
function drawGhost(cell: number, kind: string, width: number): Element {
  const [x, y] = corner(cell, width);
  const pad = UNIT * 0.1;
  const side = UNIT - 2 * pad;
  return group(`mark ghost ${kind}`, [element('rect', { x: x + pad, y: y + pad, width: side, height: side, rx: UNIT * 0.09 })]);
}

/** An arrow from cell to cell: plain, ending at a no-entry sign where it loses, with a
 * bar at its foot where it cannot be undone. */
function drawArrow(from: number, to: number, kind: string, label: string | undefined, width: number): Element {
  const [x1, y1] = middle(from, width);
  const [x2, y2] = middle(to, width);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const near = UNIT * 0.3;
  const far = Math.max(near + 6, length - UNIT * 0.22);
  const [ax, ay] = [x1 + dx * near, y1 + dy * near];
  const [bx, by] = [x1 + dx * far, y1 + dy * far];
  const wing = 6.5;
  const head =
    `M${bx} ${by}L${bx - dx * 9 - dy * wing} ${by - dy * 9 + dx * wing}` +
    `L${bx - dx * 9 + dy * wing} ${by - dy * 9 - dx * wing}z`;
  const children: Element[] = [
    element('path', { class: 'shaft', d: `M${ax} ${ay}L${bx - dx * 7} ${by - dy * 7}` }),
  ];
  if (kind === 'dead-push') {
    const [cx, cy] = [bx - dx * 4, by - dy * 4];
    const b = 4.6;
    children.push(element('circle', { class: 'sign', cx, cy, r: 8.2 }));
    children.push(element('path', { class: 'sign-bar', d: `M${cx - dy * b} ${cy + dx * b}L${cx + dy * b} ${cy - dx * b}` }));
  } else {
    children.push(element('path', { class: 'head', d: head }));
  }
  if (kind === 'one-way') {
    children.push(element('path', { class: 'bar', d: `M${ax - dy * 8} ${ay + dx * 8}L${ax + dy * 8} ${ay - dx * 8}` }));
  }
  return group(`mark arrow ${kind}`, children, label);
}

/** Where a chosen box can be brought: a dot, or a crossed dot where it is lost. */
export function drawTarget(target: Target, width: number): Element {
  const [x, y] = middle(target.cell, width);
  const r = UNIT * 0.15;
  const children: Element[] = [element('circle', { cx: x, cy: y, r })];
  if (target.dead) children.push(element('path', { d: `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x - r} ${y + r}l${2 * r} ${-2 * r}` }));
  const label = `${target.pushes} ${target.pushes === 1 ? 'push' : 'pushes'}${target.dead ? ', lost there' : ''}`;
  return group(target.dead ? 'target dead' : 'target', children, label);
}
