import { type Camera, type Frame, type View, following, opening, viewOf, wholeBoard } from './camera';
import { drawMark, drawTarget, isAbove, markKey } from './marks';
import { crate, man, manTile, wear } from './pieces';
import { keepInView, rulers } from './rulers';
import { scenery } from './scenery';
import type { BoardState } from './state';
import { corner, element, sync } from './svg';
import type { Cell, Facing, Mark } from './types';

/** The parts of the drawing, from the bottom to the top, and what they show now. */
export interface Dom {
  svg: SVGElement;
  /** All that moves with the view. */
  stage: SVGElement;
  scenery: SVGElement;
  below: SVGElement;
  targets: SVGElement;
  boxes: SVGElement;
  man: SVGElement;
  above: SVGElement;
  rulers: SVGElement;
  frame: Frame;
  camera: Camera;
  view: View;
  drawn: Partial<BoardState>;
  isPushing: boolean;
}

export function build(container: HTMLElement): Dom {
  const layer = (name: string) => element('g', { class: name });
  const dom: Dom = {
    svg: element('svg', { 'aria-hidden': 'true', focusable: 'false' }),
    stage: layer('stage'),
    scenery: layer('scenery'),
    below: layer('below'),
    targets: layer('targets'),
    boxes: layer('boxes'),
    man: man(),
    above: layer('above'),
    rulers: layer('rulers'),
    frame: { width: container.clientWidth, height: container.clientHeight },
    camera: wholeBoard,
    view: { scale: 1, left: 0, top: 0 },
    drawn: {},
    isPushing: false,
  };
  dom.stage.append(dom.scenery, dom.below, dom.targets, dom.boxes, dom.man, dom.above, dom.rulers);
  dom.svg.append(dom.stage);
  container.append(dom.svg);
  return dom;
}

export function render(dom: Dom, state: BoardState): void {
  const { drawn } = dom;
  const isNew = drawn.level?.width !== state.level.width || drawn.level?.height !== state.level.height;
  if (drawn.level !== state.level || drawn.goals !== state.goals || drawn.paved !== state.paved) drawScenery(dom, state);
  if (isNew || drawn.coordinates !== state.coordinates) dom.rulers.replaceChildren(...rulers(state));
  dom.svg.classList.toggle('animated', state.animate);
  dom.svg.classList.toggle('solved', state.solved);
  dom.svg.style.setProperty('--step', `${state.stepTime}ms`);
  if (isNew) dom.camera = opening(state, dom.frame);
  else if (drawn.man !== state.man) dom.camera = following(dom.camera, state, dom.frame);
  look(dom, state, !isNew);
  drawPieces(dom, state);
  drawMarks(dom, state);
  dom.drawn = { ...state };
}

/** Puts the camera's view on the screen; the man is followed smoothly, fingers at once. */
export function look(dom: Dom, state: BoardState, isSmooth = false): void {
  dom.view = viewOf(dom.camera, state, dom.frame);
  const { scale, left, top } = dom.view;
  dom.stage.classList.toggle('glides', isSmooth);
  dom.stage.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  keepInView(dom.rulers, dom.view);
}

function drawScenery(dom: Dom, state: BoardState): void {
  dom.scenery.replaceChildren(...scenery(state.level, state.goals, state.paved));
  dom.boxes.replaceChildren();
  dom.man.removeAttribute('data-cell');
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
    wear(child, goals.has(cell) ? 'home' : 'box');
    child.classList.toggle('home', goals.has(cell));
    child.classList.toggle('selected', state.selected === cell);
    child.classList.toggle('guilty', guilty.has(cell));
  }
  dom.man.classList.toggle('absent', state.man < 0);
  if (state.man < 0) return;
  place(dom.man, state.man, width);
  dom.isPushing = pushes(dom, state);
  wear(dom.man, manTile(state.facing, dom.isPushing, goals.has(state.man)));
}

/** Whether the last step pushed: the man has moved, and so has the box before him. */
function pushes(dom: Dom, state: BoardState): boolean {
  const { drawn } = dom;
  if (drawn.level !== state.level || !drawn.boxes) return false;
  if (drawn.man === state.man) return dom.isPushing && drawn.facing === state.facing;
  const before = ahead(state.man, state.facing, state.level.width);
  const stood = new Set(drawn.boxes.map((piece) => piece.cell));
  return !stood.has(before) && state.boxes.some((piece) => piece.cell === before);
}

function ahead(cell: Cell, facing: Facing, width: number): Cell {
  return cell + { l: -1, r: 1, u: -width, d: width }[facing];
}

function place(child: Element, cell: Cell, width: number): void {
  if (child.getAttribute('data-cell') === String(cell)) return;
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
