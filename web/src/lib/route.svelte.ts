import { decodeLevel, decodeMoves } from './share';

/**
 * Where the page is, read from the fragment:
 *
 *   #/                       the library
 *   #/play/COLLECTION/N      a level of a collection
 *   #/level/CODE/MOVES/TITLE a level in the link itself
 *   #/edit, #/edit/CODE      the editor
 */

export type Wanted =
  | { from: 'collection'; id: string; number: number }
  | { from: 'link'; text: string; moves: string; title: string }
  | null;

class Route {
  hash = $state(location.hash);
  playLink = $state('#/play/tutorial/1');

  parts = $derived(this.hash.replace(/^#\/?/, '').split('/'));
  view = $derived<'library' | 'play' | 'edit'>(
    this.parts[0] === 'play' || this.parts[0] === 'level' ? 'play' : this.parts[0] === 'edit' ? 'edit' : 'library',
  );

  wanted = $derived.by<Wanted>(() => {
    const [view, a, b, c] = this.parts;
    if (view === 'play') return { from: 'collection', id: decodeURIComponent(a ?? ''), number: Number(b) || 1 };
    if (view === 'level') {
      return { from: 'link', text: decodeLevel(a ?? ''), moves: decodeMoves(b ?? ''), title: decodeURIComponent(c ?? '') };
    }
    return null;
  });

  drawing = $derived(this.parts[0] === 'edit' && this.parts[1] ? decodeLevel(this.parts[1]) : '');

  constructor() {
    window.addEventListener('hashchange', () => {
      this.hash = location.hash;
      this.remember();
    });
    this.remember();
  }

  private remember(): void {
    if (this.view === 'play') this.playLink = this.hash;
  }
}

export const route = new Route();

/** Goes to another view. */
export function go(fragment: string): void {
  location.hash = fragment;
}
