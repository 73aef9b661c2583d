import type { Facing } from './types';

/**
 * A finger that walks: each stretch along one axis is a step, so a short swipe is one step
 * and a finger that goes on leads the man as far as it goes, round corners too.
 */

interface Point {
  x: number;
  y: number;
}

/** The steps that a finger has earned by coming to a point. */
export type Swipe = (now: Point) => Facing[];

/** Pixels a step: a cell, but neither too nervous nor too long. */
const LEAST = 26;
const MOST = 48;

export function swipe(from: Point, cell: number): Swipe {
  const stretch = Math.min(MOST, Math.max(LEAST, cell));
  let { x, y } = from;
  return (now) => {
    const steps: Facing[] = [];
    for (;;) {
      const [dx, dy] = [now.x - x, now.y - y];
      if (Math.max(Math.abs(dx), Math.abs(dy)) < stretch) return steps;
      if (Math.abs(dx) >= Math.abs(dy)) {
        steps.push(dx < 0 ? 'l' : 'r');
        x += Math.sign(dx) * stretch;
        // Drifting to the side does not add up to a turn.
        y = now.y;
      } else {
        steps.push(dy < 0 ? 'u' : 'd');
        y += Math.sign(dy) * stretch;
        x = now.x;
      }
    }
  };
}
