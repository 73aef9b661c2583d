/**
 * Whether the server answers. Whoever finds that it does not says so here; one
 * chain of attempts, each after a longer pause than the last, finds out when it is
 * back, and then tells everybody who wants to know.
 */

/** What a request says that went unanswered. The page says so once, at its top. */
export const NO_ANSWER = 'The server does not answer.';

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;

class Connection {
  offline = $state(false);
  private pause = FIRST_PAUSE;
  private timer = 0;
  private waiting = new Set<() => void>();

  /** A request went unanswered. */
  lost(): void {
    this.offline = true;
    if (!this.timer) this.tryLater();
  }

  /** A request was answered. */
  found(): void {
    if (!this.offline) return;
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.pause = FIRST_PAUSE;
    this.offline = false;
    for (const tell of this.waiting) tell();
  }

  /** Calls back whenever the server is back. */
  onBack(tell: () => void): void {
    this.waiting.add(tell);
  }

  private tryLater(): void {
    this.timer = window.setTimeout(() => {
      fetch(`${import.meta.env.BASE_URL}icon.svg`, { method: 'HEAD', cache: 'no-store' }).then(
        () => this.found(),
        () => this.tryLater(),
      );
    }, this.pause);
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
  }
}

export const connection = new Connection();
