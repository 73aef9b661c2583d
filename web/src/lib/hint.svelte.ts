import type { Cell, Mark } from '../board/types';
import { say } from './announce.svelte';
import { attempt } from './attempt.svelte';
import { game } from './game.svelte';
import { Job } from './jobs.svelte';

/** One rung of the ladder: what is said, and what is shown. */
interface Rung {
  sentence: string;
  box: Cell | null;
  target: Cell | null;
  push: { from: Cell; to: Cell } | null;
}

interface HintResult {
  outcome: string;
  reason?: string;
  /** The rest of a verified solution from the position asked about. */
  rest?: string;
  rungs?: Rung[];
  /** The letters up to the next change of box. */
  stretch?: string;
}

/** The ladder of hints for the position on the board. */
class HintStore {
  job = new Job<HintResult>();
  rung = $state(0);
  used = $state(0);
  private askedAt = $state('');
  /** A whole solution known from an earlier hint. */
  private known = '';

  private here = $derived(`${game.level?.key} ${game.moves.slice(0, game.cursor)}`);
  isCurrent = $derived(this.askedAt === this.here);
  rungs = $derived(this.isCurrent ? (this.job.result?.rungs ?? []).slice(0, this.rung) : []);
  last = $derived(this.rungs[this.rungs.length - 1] ?? null);
  nothing = $derived(this.isCurrent && this.job.result !== null && !this.job.result.rungs);

  marks = $derived.by<Mark[]>(() => {
    const marks: Mark[] = [];
    const rung = this.last;
    if (!rung) return marks;
    if (rung.box !== null) marks.push({ shape: 'ring', cell: rung.box, kind: 'hint' });
    if (rung.target !== null) marks.push({ shape: 'ring', cell: rung.target, kind: 'hint-target' });
    if (rung.push) marks.push({ shape: 'arrow', ...rung.push, kind: 'hint' });
    return marks;
  });

  /** One rung more; the last one plays. */
  async more(): Promise<void> {
    if (game.mode !== 'forward' || this.job.running) return;
    if (!this.isCurrent) {
      this.rung = 0;
      this.askedAt = this.here;
      const played = game.moves.slice(0, game.cursor);
      const solution = this.known.startsWith(played) ? this.known.slice(played.length) : undefined;
      const result = await this.job.start({ type: 'hint', game: game.body, seconds: 30, solution });
      if (!result || !this.isCurrent) return;
      if (result.rest !== undefined) this.known = played + result.rest;
      if (!result.rungs) return say('No solution of this position is known yet, so there is no hint.');
    }
    this.used++;
    game.isHelped = true;
    attempt.hinted();
    const { rungs = [], stretch = '' } = this.job.result ?? {};
    if (this.rung < rungs.length) {
      this.rung++;
      say(this.last?.sentence ?? '');
    } else {
      game.follow(stretch, 'hints');
    }
  }
}

export const hint = new HintStore();
