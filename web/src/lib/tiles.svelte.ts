import { say } from './announce.svelte';
import { Job } from './jobs.svelte';
import { server } from './server';
import type { Standing, TileBoard, TileSolved, TileSource } from './types';

/** A game on tiles under way: a line of steps and a point on it. The rules are the
 * server's; here are only letters. */
class TileStore {
  source = $state.raw<TileSource | null>(null);
  board = $state.raw<TileBoard | null>(null);
  at = $state.raw<Standing | null>(null);
  moves = $state('');
  cursor = $state(0);
  error = $state('');
  solver = new Job<TileSolved>();
  /** The steps after which the solver was asked. */
  asked = $state('');
  playing = $state(false);
  private timer = 0;
  /** Requests go one after the other: a key waits for the one before it. */
  private last: Promise<void> = Promise.resolve();

  played = $derived(this.moves.slice(0, this.cursor));

  private queue(work: () => Promise<void>): Promise<void> {
    this.last = this.last.then(work).catch((problem: Error) => {
      this.error = problem.message;
    });
    return this.last;
  }

  /** Opens a level. Steps from a link are checked by the rules before they are shown;
   * if one is wrong, the level begins at its start and the reason is told. */
  open(source: TileSource, moves = ''): Promise<void> {
    this.stop();
    this.solver.clear();
    return this.queue(async () => {
      this.error = '';
      this.board = null;
      const board = await server.tiles.open(source);
      [this.source, this.board, this.at, this.moves, this.cursor] = [source, board, board.at, '', 0];
      if (moves === '') return;
      const played = await server.tiles.play({ level: source, moves }, '').catch((problem: Error) => {
        throw new Error(`The steps of this link break the rules: ${problem.message}. The level begins at its start.`);
      });
      [this.at, this.moves, this.cursor] = [played.at, moves, moves.length];
    });
  }

  step(letter: string): Promise<void> {
    this.stop();
    return this.queue(async () => {
      if (!this.source) return;
      const played = await server.tiles.play({ level: this.source, moves: this.played }, letter);
      if (played.added === '') return say('That changes nothing.');
      this.moves = this.played + played.added;
      this.cursor = this.moves.length;
      this.take(played.at);
    });
  }

  /** Goes to a point of the line. */
  goTo(cursor: number): Promise<void> {
    return this.queue(async () => {
      const to = Math.max(0, Math.min(cursor, this.moves.length));
      if (!this.source || to === this.cursor) return;
      const played = await server.tiles.play({ level: this.source, moves: this.moves.slice(0, to) }, '');
      this.cursor = to;
      this.take(played.at);
    });
  }

  goBy(steps: number): Promise<void> {
    this.stop();
    return this.goTo(this.cursor + steps);
  }

  private take(at: Standing): void {
    this.at = at;
    if (at.won) say(`Won with ${this.cursor} steps.`);
    else if (at.agent === null) say('Nobody is left to move.');
  }

  async solve(): Promise<void> {
    this.stop();
    await this.last;
    if (!this.source) return;
    this.asked = this.played;
    await this.solver.start({ type: 'tiles', game: { level: this.source, moves: this.played }, seconds: 60 });
  }

  /** Enters the solver's steps behind those after which it was asked, and plays them. */
  replay(pause: number): void {
    const found = this.solver.result?.moves;
    if (found === undefined) return;
    this.stop();
    void this.goTo(this.asked.length).then(() => {
      this.moves = this.asked + found;
      this.playing = true;
      this.timer = window.setInterval(() => {
        if (this.cursor >= this.moves.length) this.stop();
        else void this.goTo(this.cursor + 1);
      }, pause);
    });
  }

  stop(): void {
    window.clearInterval(this.timer);
    this.playing = false;
  }
}

export const tiles = new TileStore();
