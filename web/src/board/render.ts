import { drawMark, drawTarget, isAbove, markKey } from './marks';
import { crate, man, turn } from './pieces';
import { scenery } from './scenery';
import type { BoardState } from './state';
import { UNIT, corner, element, sync } from './svg';
import type { BoardLevel, Mark } from './types';

/** The parts of the drawing, from the bottom to the top. */
export interface Dom {
  svg: SVGElement;
  scenery: SVGElement;
  below: SVGElement;
  targets: SVGElement;
  boxes: SVGElement;
  man: SVGElement;
  above: SVGElement;
  drawn: { level: BoardLevel | null; goals: unknown };
}

export function build(container: HTMLElement): Dom {
  const layer = (name: string) => element('g', { class: name });
  const dom: Dom = {
    svg: element('svg', { 'aria-hidden': 'true', focusable: 'false' }),
    scenery: layer('scenery'),
    below: layer('below'),
    targets: layer('targets'),
    boxes: layer('boxes'),
    man: man(),
    above: layer('above'),
    drawn: { level: null, goals: null },
  };
  dom.svg.append(dom.scenery, dom.below, dom.targets, dom.boxes, dom.man, dom.above);
  container.append(dom.svg);
  return dom;
}

export function render(dom: Dom, state: BoardState): void {
  const { level } = state;
  if (dom.drawn.level !== level || dom.drawn.goals !== state.goals) drawScenery(dom, state);
  dom.svg.classList.toggle('animated', state.animate);
  (dom.svg as unknown as SVGSVGElement).style.setProperty('--step', `${state.stepTime}ms`);
  drawPieces(dom, state);
  drawMarks(dom, state);
}

function drawScenery(dom: Dom, state: BoardState): void {
  const { level } = state;
  dom.svg.setAttribute('viewBox', `-2 -2 ${level.width * UNIT + 4} ${level.height * UNIT + 4}`);
  dom.scenery.replaceChildren(...scenery(level, state.goals));
  dom.boxes.replaceChildren();
  dom.drawn = { level, goals: state.goals };
}

function drawPieces(dom: Dom, state: BoardState): void {
  const { width } = state.level;
  const goals = new Set(state.goals);
  const guilty = new Set(state.guilty);
  sync(dom.boxes, new Map(state.boxes.map((piece) => [String(piece.id), piece])), (piece) => crate(piece.id));
  const cells = new Map(state.boxes.map((piece) => [String(piece.id), piece.cell]));
  for (const child of dom.boxes.children) {
    const cell = cells.get(child.getAttribute('data-key') ?? '') ?? 0;
    place(child, cell, width);
    child.classList.toggle('home', goals.has(cell));
    child.classList.toggle('selected', state.selected === cell);
    child.classList.toggle('guilty', guilty.has(cell));
  }
  dom.man.classList.toggle('absent', state.man < 0);
  if (state.man >= 0) place(dom.man, state.man, width);
  const face = dom.man.querySelector<SVGElement>('.man-face');
  if (face) face.style.transform = `rotate(${turn[state.facing]}deg)`;
}

function place(child: Element, cell: number, width: number): void {
  const [x, y] = corner(cell, width);
  (child as SVGElement).style.transform = `translate(${x}px, ${y}px)`;
  child.setAttribute('data-cell', String(cell));
}

function drawMarks(dom: Dom, state: BoardState): void {
  const { width } = state.level;
  const boxes = new Set(state.boxes.map((piece) => piece.cell));
  const walls: Mark[] = state.guilty
    .filter((cell) => !boxes.has(cell))
    .map((cell) => ({ shape: 'ring', cell, kind: 'guilty-wall' }));
  const marks = [...state.marks, ...walls];
  const keyed = (chosen: Mark[]) => new Map(chosen.map((mark) => [markKey(mark), mark]));
  sync(dom.below, keyed(marks.filter((mark) => !isAbove(mark))), (mark) => drawMark(mark, width));
  sync(dom.above, keyed(marks.filter(isAbove)), (mark) => drawMark(mark, width));
  const targets = new Map(state.targets.map((target) => [JSON.stringify(target), target]));
  sync(dom.targets, targets, (target) => drawTarget(target, width));
}
