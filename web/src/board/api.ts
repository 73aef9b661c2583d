import { following, panned, toggled, zoomed } from './camera';
import { type Callbacks, listen } from './events';
import { build, look, render } from './render';
import { type BoardState, defaults } from './state';

export interface BoardApi {
  /** Changes what is shown; drawn once, as soon as all changes of this moment are in. */
  set(change: Partial<BoardState>): void;
  /** Closer or farther, around the middle of the view. */
  zoom(factor: number): void;
  /** The whole board, or a close view of the man. */
  toggleZoom(): void;
  /** Moves a close view by so many pixels. */
  pan(dx: number, dy: number): void;
  destroy(): void;
}

/** A board inside an element. */
export function createBoard(container: HTMLElement, callbacks: Callbacks): BoardApi {
  const state = defaults();
  const dom = build(container);
  let isWaiting = false;
  let isGone = false;
  const redraw = () => {
    isWaiting = false;
    if (!isGone) render(dom, state);
  };
  const silence = listen(dom, () => state, callbacks);
  const resized = new ResizeObserver(() => {
    const wasEmpty = dom.frame.width === 0;
    dom.frame = { width: container.clientWidth, height: container.clientHeight };
    if (wasEmpty) dom.drawn = {};
    redraw();
    look(dom, state);
  });
  resized.observe(container);
  return {
    set(change) {
      Object.assign(state, change);
      if (isWaiting) return;
      isWaiting = true;
      // Not the next frame: a step is to be on the screen in the frame that is being made.
      queueMicrotask(redraw);
    },
    zoom(factor) {
      // Who zooms by keys or buttons points at nothing: the man stays in view.
      dom.camera = following(zoomed(dom.camera, state, dom.frame, factor), state, dom.frame);
      look(dom, state, true);
    },
    toggleZoom() {
      dom.camera = toggled(dom.camera, state, dom.frame);
      look(dom, state, true);
    },
    pan(dx, dy) {
      dom.camera = panned(dom.camera, state, dom.frame, dx, dy);
      look(dom, state, true);
    },
    destroy() {
      isGone = true;
      resized.disconnect();
      silence();
      dom.svg.remove();
    },
  };
}
