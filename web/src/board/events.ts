import type { Dom } from './render';
import { type BoardState, boxAt } from './state';
import { UNIT } from './svg';
import type { Cell } from './types';

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
  /** The wheel was turned: backwards or forwards. */
  wheel?(steps: number): void;
  /** Drawing: the pointer goes over a cell with a button held. */
  paint?(cell: Cell, isFirst: boolean, secondary: boolean): void;
}

const LONG_PRESS = 550;

/** The cell under a pointer, or none. */
export function cellAt(dom: Dom, state: BoardState, x: number, y: number): Cell | null {
  const frame = dom.svg.getBoundingClientRect();
  const { width, height } = state.level;
  const scale = Math.min(frame.width / (width * UNIT + 4), frame.height / (height * UNIT + 4));
  const left = frame.left + (frame.width - (width * UNIT + 4) * scale) / 2;
  const top = frame.top + (frame.height - (height * UNIT + 4) * scale) / 2;
  const col = Math.floor(((x - left) / scale - 2) / UNIT);
  const row = Math.floor(((y - top) / scale - 2) / UNIT);
  return col < 0 || row < 0 || col >= width || row >= height ? null : row * width + col;
}

/** Listens to one pointer at a time; mouse, pen and touch take the same way. */
export function listen(dom: Dom, state: () => BoardState, callbacks: Callbacks): () => void {
  const stop = new AbortController();
  const signal = stop.signal;
  let down: { cell: Cell; isBox: boolean; moved: boolean; timer: number } | null = null;
  const at = (event: PointerEvent) => cellAt(dom, state(), event.clientX, event.clientY);

  dom.svg.addEventListener('pointerdown', (event) => {
    const cell = at(event);
    if (cell === null || !event.isPrimary) return;
    dom.svg.setPointerCapture?.(event.pointerId);
    if (callbacks.paint) {
      down = { cell, isBox: false, moved: false, timer: 0 };
      callbacks.paint(cell, true, event.button === 2);
      return;
    }
    if (event.button !== 0) return;
    const isBox = boxAt(state(), cell) !== undefined;
    // A mouse has a second button for this, and may rest before it drags.
    const timer = event.pointerType === 'mouse' ? 0 : window.setTimeout(() => {
      if (down && !down.moved) {
        down = null;
        callbacks.ask?.(cell);
      }
    }, LONG_PRESS);
    down = { cell, isBox, moved: false, timer };
  }, { signal });

  dom.svg.addEventListener('pointermove', (event) => {
    const cell = at(event);
    callbacks.hover?.(cell);
    if (!down || cell === null || cell === down.cell) return;
    if (callbacks.paint) {
      down.cell = cell;
      callbacks.paint(cell, false, (event.buttons & 2) !== 0);
      return;
    }
    if (!down.moved && down.isBox) callbacks.take?.(down.cell);
    down.moved = true;
  }, { signal });

  dom.svg.addEventListener('pointerup', (event) => {
    const cell = at(event);
    const was = down;
    down = null;
    if (!was) return;
    window.clearTimeout(was.timer);
    if (callbacks.paint || cell === null) return;
    if (!was.moved) callbacks.click?.(cell);
    else if (was.isBox) callbacks.drop?.(was.cell, cell);
  }, { signal });

  dom.svg.addEventListener('pointercancel', () => {
    if (down) window.clearTimeout(down.timer);
    down = null;
  }, { signal });
  dom.svg.addEventListener('pointerleave', () => callbacks.hover?.(null), { signal });
  dom.svg.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    const cell = cellAt(dom, state(), event.clientX, event.clientY);
    if (cell !== null && !callbacks.paint) callbacks.ask?.(cell);
  }, { signal });
  dom.svg.addEventListener('wheel', (event) => {
    if (!callbacks.wheel || event.ctrlKey) return;
    event.preventDefault();
    callbacks.wheel(Math.sign(event.deltaY));
  }, { signal, passive: false });
  return () => stop.abort();
}
