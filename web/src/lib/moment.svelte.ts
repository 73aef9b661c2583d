import type { Piece } from '../board/types';
import { game } from './game.svelte';
import { sound } from './sound';
import type { Best } from './types';

/**
 * What a change of the board feels like: sounds of steps and pushes, and the moment in which
 * a level is solved, with what was the best before. It only watches; the game knows nothing of it.
 */
class Moment {
  /** The card of a level just solved is shown. */
  isShown = $state(false);
  /** The best of the player before this solution. */
  before = $state.raw<Best | null>(null);

  private level: unknown = null;
  /** The game as it was when its level was opened. */
  private opened = '';
  private wasSolved = false;
  private best: Best | null = null;
  private seen: { man: number; boxes: Piece[] } | null = null;

  /** Called with every change of the game; an effect of the view. */
  watchSolved(): void {
    const { level, solved, best } = game;
    const now = `${game.mode} ${game.cursor} ${game.moves}`;
    if (this.level !== level) {
      this.level = level;
      this.opened = now;
      this.seen = null;
      this.wasSolved = false;
    }
    // A game that is found solved when its level is opened is no moment.
    if (solved && !this.wasSolved && this.opened !== now) {
      this.before = this.best;
      this.isShown = true;
      sound('solved');
    }
    if (!solved) {
      this.isShown = false;
      this.best = best;
    }
    this.wasSolved = solved;
    if (this.opened !== now) this.opened = '';
  }

  /** Called with every change of the scene. */
  watchScene(): void {
    const { man, boxes } = game.scene;
    const seen = this.seen;
    this.seen = { man, boxes };
    if (!seen || seen.man === man || seen.boxes.length !== boxes.length) return;
    const moved = boxes.find((box, i) => box.cell !== seen.boxes[i]?.cell);
    if (!moved) sound('walk');
    else sound(game.goals.includes(moved.cell) ? 'home' : 'push');
  }
}

export const moment = new Moment();
