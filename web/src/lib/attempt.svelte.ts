import { server } from './server';
import { settings } from './settings.svelte';
import type { Sums } from './types';

/**
 * What the player does at a level, in numbers. They are added to his own statistics
 * every now and then; where he has agreed to it, each attempt is logged as well, from
 * the opening of a level to its solution or to another level. Time runs while
 * something happens: a pause longer than a minute counts as one.
 */

const LONGEST_PAUSE = 60;

/** So often are the sums sent, in milliseconds. */
const SEND_EVERY = 15_000;

const nothing = (): Sums => ({ seconds: 0, moves: 0, undos: 0, hints: 0, lost: 0 });

class AttemptStore {
  seconds = $state(0);
  /** Whether the player may say how hard it was. */
  asksRating = $state(false);
  private level = '';
  private title = '';
  private id: number | null = null;
  private sums = nothing();
  private pushes = 0;
  private firstLosingPush: number | null = null;
  private isSolved = false;
  private rating: number | null = null;
  /** What was not sent yet. */
  private unsent = nothing();
  private before = 0;
  private timer = 0;

  constructor() {
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.send());
  }

  /** Another level, or the same one anew. */
  begin(level: string, title: string): void {
    this.send();
    Object.assign(this, { level, title, id: null, sums: nothing(), pushes: 0, firstLosingPush: null, isSolved: false, rating: null });
    this.seconds = 0;
    this.asksRating = false;
    this.before = performance.now();
  }

  /** The player does something. */
  isBusy(): void {
    const now = performance.now();
    const passed = Math.min(LONGEST_PAUSE, (now - this.before) / 1000);
    this.before = now;
    this.seconds += passed;
    this.count('seconds', passed);
  }

  moved(letters: string): void {
    this.pushes += letters.replace(/[a-z]/g, '').length;
    this.count('moves', letters.length);
  }

  undone(): void {
    this.isBusy();
    this.count('undos', 1);
  }

  hinted(): void {
    this.isBusy();
    this.count('hints', 1);
  }

  /** The position after so many pushes is proved to be lost. */
  lost(pushes: number): void {
    this.firstLosingPush ??= pushes;
    this.count('lost', 1);
  }

  solved(): void {
    if (this.isSolved) return;
    this.isSolved = true;
    this.asksRating = settings.logsAttempts;
    this.send();
  }

  rate(rating: number): void {
    this.rating = rating;
    this.asksRating = false;
    this.log();
  }

  private count(what: keyof Sums, n: number): void {
    this.sums[what] += n;
    this.unsent[what] += n;
    this.timer ||= window.setTimeout(() => this.send(), SEND_EVERY);
  }

  /** Sends what was done since the last time. What cannot be sent waits. */
  private send(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    const { level, unsent } = this;
    if (!level || unsent.moves + unsent.undos + unsent.hints === 0) return;
    this.unsent = nothing();
    const now = new Date();
    const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, '0')).join('-');
    server.tally(level, day, unsent).catch(() => {
      if (this.level !== level) return;
      for (const [what, n] of Object.entries(unsent)) this.unsent[what as keyof Sums] += n;
    });
    this.log();
  }

  private log(): void {
    if (!settings.logsAttempts || this.sums.moves === 0) return;
    const { seconds, moves, undos, hints } = this.sums;
    const { level, title, id, pushes, firstLosingPush, isSolved: solved, rating } = this;
    const sent = { id, title, seconds, moves, pushes, undos, hints, firstLosingPush, solved, rating };
    server.keepAttempt(level, sent).then((kept) => this.level === level && (this.id = kept), () => undefined);
  }
}

export const attempt = new AttemptStore();
