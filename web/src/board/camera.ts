import type { BoardState } from './state';
import { UNIT, middle } from './svg';

/**
 * Which part of the board is in view. At rest the whole board fills its frame; a closer
 * view has a scale of its own, keeps to the board's edges and follows the man. All here is
 * plain arithmetic: units are those of the drawing, pixels those of the screen.
 */

export interface Camera {
  /** Pixels a unit; null for the whole board. */
  scale: number | null;
  /** The point in the middle of the frame, in units. */
  x: number;
  y: number;
}

export interface Frame {
  width: number;
  height: number;
}

/** How the drawing lies in the frame: pixel = unit * scale + left. */
export interface View {
  scale: number;
  left: number;
  top: number;
}

export const wholeBoard: Camera = { scale: null, x: 0, y: 0 };

/** Cells of a close view, the largest cells, and the smallest that a level opens with. */
const CLOSE = 40;
const LARGEST = 110;
const SMALLEST = 22;
/** The man stays so far from the edges of a close view, as a part of it. */
const NEAR_EDGE = 0.28;

const EDGE = 2;
/** Room for the numbers of rows and columns. */
export const RULER = 20;

function bounds(state: BoardState): { x: number; y: number; width: number; height: number } {
  const ruler = state.coordinates ? RULER : 0;
  const [width, height] = [state.level.width * UNIT + 2 * EDGE, state.level.height * UNIT + 2 * EDGE];
  return { x: -EDGE - ruler, y: -EDGE - ruler, width: width + ruler, height: height + ruler };
}

function fitting(state: BoardState, frame: Frame): number {
  const { width, height } = bounds(state);
  return Math.max(0.01, Math.min(frame.width / width, frame.height / height));
}

/** The view that a level opens with: whole, unless its cells would be too small to hit. */
export function opening(state: BoardState, frame: Frame): Camera {
  if (frame.width === 0 || fitting(state, frame) * UNIT >= SMALLEST) return wholeBoard;
  return following({ scale: CLOSE / UNIT, x: 0, y: 0 }, state, frame);
}

/** One coordinate of the left upper corner: centred if there is room, else within the edges. */
function within(middlePoint: number, start: number, size: number, room: number, scale: number): number {
  if (size * scale <= room) return (room - size * scale) / 2 - start * scale;
  const least = room - (start + size) * scale;
  return Math.min(-start * scale, Math.max(least, room / 2 - middlePoint * scale));
}

export function viewOf(camera: Camera, state: BoardState, frame: Frame): View {
  const { x, y, width, height } = bounds(state);
  const scale = camera.scale === null ? fitting(state, frame) : Math.max(camera.scale, fitting(state, frame));
  return {
    scale,
    left: within(camera.x, x, width, frame.width, scale),
    top: within(camera.y, y, height, frame.height, scale),
  };
}

/** The same view, its camera where the edges of the board let it be. */
function settled(camera: Camera, state: BoardState, frame: Frame): Camera {
  const { scale, left, top } = viewOf(camera, state, frame);
  return { scale: camera.scale, x: (frame.width / 2 - left) / scale, y: (frame.height / 2 - top) / scale };
}

/** Closer or farther; the point at these pixels of the frame stays where it is. */
export function zoomed(camera: Camera, state: BoardState, frame: Frame, factor: number, px = frame.width / 2, py = frame.height / 2): Camera {
  const before = viewOf(camera, state, frame);
  const scale = Math.min(LARGEST / UNIT, before.scale * factor);
  if (scale <= fitting(state, frame) * 1.001) return wholeBoard;
  const [x, y] = [(px - before.left) / before.scale, (py - before.top) / before.scale];
  const [left, top] = [px - x * scale, py - y * scale];
  return settled({ scale, x: (frame.width / 2 - left) / scale, y: (frame.height / 2 - top) / scale }, state, frame);
}

export function panned(camera: Camera, state: BoardState, frame: Frame, dx: number, dy: number): Camera {
  if (camera.scale === null) return camera;
  const { scale, left, top } = viewOf(camera, state, frame);
  const [x, y] = [(frame.width / 2 - left - dx) / scale, (frame.height / 2 - top - dy) / scale];
  return settled({ scale: camera.scale, x, y }, state, frame);
}

/** A close view goes along when the man comes near its edge. */
export function following(camera: Camera, state: BoardState, frame: Frame): Camera {
  if (camera.scale === null || state.man < 0) return camera;
  const { scale, left, top } = viewOf(camera, state, frame);
  const [x, y] = middle(state.man, state.level.width);
  const pull = (at: number, room: number) => {
    const near = Math.max(room * NEAR_EDGE, Math.min(room / 2, 1.5 * UNIT * scale));
    return at < near ? near - at : at > room - near ? room - near - at : 0;
  };
  const [dx, dy] = [pull(x * scale + left, frame.width), pull(y * scale + top, frame.height)];
  return dx === 0 && dy === 0 ? camera : panned(camera, state, frame, dx, dy);
}

/** Between the whole board and a close view of the man. */
export function toggled(camera: Camera, state: BoardState, frame: Frame): Camera {
  if (camera.scale !== null) return wholeBoard;
  const closer = Math.max(CLOSE / UNIT, fitting(state, frame) * 1.6);
  return following({ scale: Math.min(LARGEST / UNIT, closer), x: 0, y: 0 }, state, frame);
}
