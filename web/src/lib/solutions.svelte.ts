import { tell } from './announce.svelte';
import { game } from './game.svelte';
import { server } from './server';
import type { Maker } from './tree';
import type { FullSolution, Solutions } from './types';

/** The solutions of the level on the board. */
class SolutionsStore {
  list = $state.raw<FullSolution[]>([]);
  private of = '';

  /** Asks anew. */
  async load(): Promise<void> {
    const level = game.level;
    if (!level) return;
    if (this.of !== level.key) this.list = [];
    this.of = level.key;
    await this.take(server.solutions(level.text), level.key);
  }

  /** Keeps moves from the start if the referee calls them a solution; says whether. */
  async keep(moves: string, by: Maker, engine?: string, seconds?: number): Promise<boolean> {
    const level = game.level;
    return level !== null && this.take(server.keepSolution(level.text, moves, by, engine, seconds), level.key);
  }

  async drop(id: number): Promise<void> {
    await server.dropSolution(id).catch((problem: unknown) => tell((problem as Error).message));
    await this.load();
  }

  private async take(asked: Promise<Solutions>, key: string): Promise<boolean> {
    try {
      const { solutions, pushes, moves } = await asked;
      if (game.level?.key === key) {
        this.list = solutions;
        game.best = { pushes, moves };
      }
      return true;
    } catch (problem) {
      tell((problem as Error).message);
      return false;
    }
  }
}

export const solutions = new SolutionsStore();
