import { panned, zoomed } from './camera';
import { type Dom, look } from './render';
import { type BoardState, boxAt } from './state';
import { UNIT } from './svg';
import { type Swipe, swipe } from './swipe';
import type { Cell, Facing } from './types';

/** What a pointer can ask for. */
export interface Callbacks {
  /** A plain click or tap. */
  click?(cell: Cell): void;
  /** A box is taken up with the pointer. */
  take?(cell: Cell): void;
  /** A box taken up is let go over a cell. */
  drop?(from: Cell, to: Cell): void;
  /** The pointer is over a cell, or over none. */
  hover?(cell: Cell | null): void;
  /** A right click or a long press. */
  ask?(cell: Cell): void;
  /** A finger that swipes: one step. */
  swipe?(way: Facing): void;
  /** Drawing: the pointer goes over a cell with a button held. */
  paint?(cell: Cell, isFirst: boolean, secondary: boolean): void;
}

const LONG_PRESS = 550;
/** A pointer that goes no farther than this, in pixels, has clicked. */
const STEADY = 7;

interface Point {
  x: number;
  y: number;
}

/** One pointer that is down: what it holds, and what has become of it. */
interface Hold {
  cell: Cell;
  from: Point;
  at: Point;
  isBox: boolean;
  isTouch: boolean;
  moved: boolean;
  timer: number;
  swipe: Swipe;
}

/** The cell under a pointer, or none. */
export function cellAt(dom: Dom, state: BoardState, x: number, y: number): Cell | null {
  const frame = dom.svg.getBoundingClientRect();
  const { scale, left, top } = dom.view;
  const { width, height } = state.level;
  const col = Math.floor((x - frame.left - left) / scale / UNIT);
  const row = Math.floor((y - frame.top - top) / scale / UNIT);
  return col < 0 || row < 0 || col >= width || row >= height ? null : row * width + col;
}

/** Listens to mouse, pen and fingers: one pointer plays, two move the view. */
export function listen(dom: Dom, state: () => BoardState, callbacks: Callbacks): () => void {
  const stop = new AbortController();
  const fingers = new Map<number, Point>();
  let hold: Hold | null = null;
  const at = (event: PointerEvent) => cellAt(dom, state(), event.clientX, event.clientY);
  const letGo = () => {
    if (hold) window.clearTimeout(hold.timer);
    hold = null;
  };
  const on = <K extends keyof SVGElementEventMap>(kind: K, act: (event: SVGElementEventMap[K]) => void) =>
    dom.svg.addEventListener(kind, act, { signal: stop.signal, passive: false });

  on('pointerdown', (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    dom.svg.setPointerCapture?.(event.pointerId);
    if (fingers.size > 1) return letGo();
    hold = press(event, at(event), dom, state(), callbacks, letGo);
  });
  on('pointermove', (event) => {
    const now = { x: event.clientX, y: event.clientY };
    if (fingers.size > 1) pinch(dom, state(), fingers, event.pointerId, now);
    else {
      const cell = at(event);
      callbacks.hover?.(cell);
      if (hold) drag(dom, state(), hold, cell, now, event, callbacks);
    }
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, now);
  });
  on('pointerup', (event) => {
    fingers.delete(event.pointerId);
    const was = hold;
    letGo();
    const cell = at(event);
    if (!was || callbacks.paint || cell === null) return;
    if (!was.moved) callbacks.click?.(cell);
    else if (was.isBox) callbacks.drop?.(was.cell, cell);
  });
  on('pointercancel', (event) => {
    fingers.delete(event.pointerId);
    letGo();
  });
  on('pointerleave', () => callbacks.hover?.(null));
  on('contextmenu', (event) => {
    event.preventDefault();
    const cell = cellAt(dom, state(), event.clientX, event.clientY);
    if (cell !== null && !callbacks.paint) callbacks.ask?.(cell);
  });
  on('wheel', (event) => {
    // The wheel alone scrolls the page; with Ctrl, as a pinch on a touchpad is told, it zooms.
    if (!event.ctrlKey) return;
    event.preventDefault();
    const frame = dom.svg.getBoundingClientRect();
    const factor = Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.004 : 0.12));
    dom.camera = zoomed(dom.camera, state(), dom.frame, factor, event.clientX - frame.left, event.clientY - frame.top);
    look(dom, state());
  });
  return () => stop.abort();
}

/** A pointer goes down: it paints, or holds a cell until it is known what it wants. */
function press(event: PointerEvent, cell: Cell | null, dom: Dom, state: BoardState, callbacks: Callbacks, letGo: () => void): Hold | null {
  if (cell === null) return null;
  const from = { x: event.clientX, y: event.clientY };
  const isTouch = event.pointerType !== 'mouse';
  const hold: Hold = { cell, from, at: from, isBox: false, isTouch, moved: false, timer: 0, swipe: swipe(from, dom.view.scale * UNIT) };
  if (callbacks.paint) {
    callbacks.paint(cell, true, event.button === 2);
    return hold;
  }
  if (event.button !== 0) return null;
  hold.isBox = boxAt(state, cell) !== undefined;
  // A mouse has a second button for this, and may rest before it drags.
  if (isTouch) {
    hold.timer = window.setTimeout(() => {
      if (hold.moved) return;
      letGo();
      callbacks.ask?.(cell);
    }, LONG_PRESS);
  }
  return hold;
}

/** A pointer that is down moves: it paints, drags a box, walks (a finger) or pans (a mouse). */
function drag(dom: Dom, state: BoardState, hold: Hold, cell: Cell | null, now: Point, event: PointerEvent, callbacks: Callbacks): void {
  if (callbacks.paint) {
    if (cell === null || cell === hold.cell) return;
    hold.cell = cell;
    return callbacks.paint(cell, false, (event.buttons & 2) !== 0);
  }
  const isFar = Math.hypot(now.x - hold.from.x, now.y - hold.from.y) > STEADY;
  if (!hold.moved && isFar) {
    hold.moved = true;
    if (hold.isBox) callbacks.take?.(hold.cell);
  }
  if (hold.moved && !hold.isBox) {
    if (hold.isTouch) for (const way of hold.swipe(now)) callbacks.swipe?.(way);
    else {
      dom.camera = panned(dom.camera, state, dom.frame, now.x - hold.at.x, now.y - hold.at.y);
      look(dom, state);
    }
  }
  hold.at = now;
}

/** Two fingers: their distance zooms, their middle pans. */
function pinch(dom: Dom, state: BoardState, fingers: Map<number, Point>, moved: number, now: Point): void {
  const other = [...fingers].find(([id]) => id !== moved)?.[1];
  const before = fingers.get(moved);
  if (!other || !before) return;
  const frame = dom.svg.getBoundingClientRect();
  const apart = (a: Point, b: Point) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  const [mx, my] = [(now.x + other.x) / 2 - frame.left, (now.y + other.y) / 2 - frame.top];
  const factor = apart(now, other) / apart(before, other);
  dom.camera = zoomed(dom.camera, state, dom.frame, factor, mx, my);
  dom.camera = panned(dom.camera, state, dom.frame, (now.x - before.x) / 2, (now.y - before.y) / 2);
  look(dom, state);
}
