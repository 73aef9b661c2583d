import type { BoardApi } from '../board/api';
import { go } from './route.svelte';
import { settings } from './settings.svelte';
import type { LevelEntry } from './types';

/** What lies on the desk beside the game: the place of the level in its collection, the open
 * panel, and the board as a thing to zoom and enlarge. */
class Desk {
  collection = $state('');
  entry = $state.raw<LevelEntry | null>(null);
  count = $state(0);
  panel = $state('hints');
  board = $state.raw<BoardApi>();
  isFull = $state(false);

  hasNext = $derived(this.entry !== null && this.entry.number < this.count);
  hasPrevious = $derived(this.entry !== null && this.entry.number > 1);

  /** A level has been opened; it is where the player will want to continue. */
  lay(collection: string, entry: LevelEntry | null, count: number, last: { title: string; text: string }): void {
    this.collection = collection;
    this.entry = entry;
    this.count = count;
    settings.last = { link: location.hash, ...last };
  }

  another(by: number): void {
    if (by > 0 ? this.hasNext : this.hasPrevious) {
      go(`#/play/${encodeURIComponent(this.collection)}/${(this.entry?.number ?? 1) + by}`);
    }
  }

  /** After a solved level: the next one, or the library after the last. */
  goOn(): void {
    if (this.hasNext) this.another(1);
    else go('#/');
  }

  /** The board and its controls alone, on the whole screen where the browser lets them. */
  async toggleFull(): Promise<void> {
    this.isFull = !this.isFull;
    try {
      if (this.isFull) await document.documentElement.requestFullscreen?.();
      else if (document.fullscreenElement) await document.exitFullscreen();
    } catch {
      // Where the browser refuses, the board fills its window.
    }
  }
}

export const desk = new Desk();

document.addEventListener('fullscreenchange', () => {
  if (!document.fullscreenElement) desk.isFull = false;
});
