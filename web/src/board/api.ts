import { type Callbacks, listen } from './events';
import { build, render } from './render';
import { type BoardState, defaults } from './state';

export interface BoardApi {
  /** Changes what is shown; drawn once before the next frame. */
  set(change: Partial<BoardState>): void;
  destroy(): void;
}

/** A board inside an element. */
export function createBoard(container: HTMLElement, callbacks: Callbacks): BoardApi {
  const state = defaults();
  const dom = build(container);
  let frame = 0;
  const redraw = () => {
    frame = 0;
    render(dom, state);
  };
  const silence = listen(dom, () => state, callbacks);
  return {
    set(change) {
      Object.assign(state, change);
      frame ||= requestAnimationFrame(redraw);
    },
    destroy() {
      cancelAnimationFrame(frame);
      silence();
      dom.svg.remove();
    },
  };
}
