import { game } from './game.svelte';
import { Job } from './jobs.svelte';
import type { Graded, MapView, OptimiseResult, SolveResult } from './types';

/** So many levels keep what was found for them. */
const KEPT = 12;

/** The long jobs of a level. They belong to the level, not to the panel that shows
 * them: whoever leaves the panel finds them where they are when he returns. */
export class Tasks {
  solve = new Job<SolveResult>();
  optimise = new Job<OptimiseResult>();
  map = new Job<MapView>();
  grade = new Job<Graded>();
  /** The moves after which the solver was asked. */
  solvedAfter = $state('');

  stop(): void {
    for (const job of [this.solve, this.optimise, this.map, this.grade]) job.stop();
  }
}

const known = new Map<string, Tasks>();
let current = '';

/** The jobs of the level on the board. Those of another level stop, with what they have. */
export function tasks(): Tasks {
  const key = game.level?.key ?? '';
  if (key !== current) known.get(current)?.stop();
  current = key;
  const found = known.get(key) ?? new Tasks();
  known.delete(key);
  known.set(key, found);
  const [oldest] = known.keys();
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
  return found;
}
