import { BadLink, decodeLevel, unescaped } from './share';

/**
 * Where the page is, read from the fragment:
 *
 *   #/                       the library, at the collection looked at last
 *   #/library/COLLECTION     a collection
 *   #/play/COLLECTION/N      a level of a collection
 *   #/level/CODE/MOVES/TITLE a level in the link itself
 *   #/edit, #/edit/CODE      the editor
 *   #/tiles/…                games on tiles; see `tilelink.ts`
 *   #/statistics             what the player has done
 *
 * Whatever else stands there is nowhere, and the page says so.
 */

export type Wanted =
  | { from: 'collection'; id: string; number: number }
  | { from: 'link'; text: string; moves: string; title: string }
  | null;

interface Place {
  view: 'library' | 'play' | 'edit' | 'tiles' | 'statistics' | 'nowhere';
  collection: string;
  wanted: Wanted;
  drawing: string;
  /** Why this is nowhere. */
  why: string;
}

const library: Place = { view: 'library', collection: '', wanted: null, drawing: '', why: '' };

function read(hash: string): Place {
  const [view = '', a = '', b = '', c = ''] = hash.replace(/^#?\/?/, '').split('/');
  switch (view) {
    case '':
      return library;
    case 'library':
      return { ...library, collection: unescaped(a, 'collection') };
    case 'play':
      return { ...library, view: 'play', wanted: { from: 'collection', id: unescaped(a, 'collection'), number: numberOf(b) } };
    case 'level': {
      const wanted = { from: 'link' as const, text: decodeLevel(a), moves: unescaped(b, 'moves'), title: unescaped(c, 'title') };
      return { ...library, view: 'play', wanted };
    }
    case 'edit':
      return { ...library, view: 'edit', drawing: a ? decodeLevel(a) : '' };
    case 'tiles':
      return { ...library, view: 'tiles' };
    case 'statistics':
      return { ...library, view: 'statistics' };
    default:
      throw new BadLink(`There is nothing at the address #/${view}.`);
  }
}

function numberOf(written: string): number {
  if (written === '') return 1;
  if (!/^[1-9]\d{0,6}$/.test(written)) throw new BadLink(`“${written}” is no number of a level.`);
  return Number(written);
}

function place(hash: string): Place {
  try {
    return read(hash);
  } catch (problem) {
    if (!(problem instanceof BadLink)) throw problem;
    return { ...library, view: 'nowhere', why: problem.message };
  }
}

class Route {
  hash = $state(location.hash);
  playLink = $state('#/play/tutorial/1');

  /** The parts of the address, for views that read theirs by themselves. */
  parts = $derived(this.hash.replace(/^#?\/?/, '').split('/'));
  private place = $derived(place(this.hash));
  view = $derived(this.place.view);
  collection = $derived(this.place.collection);
  wanted = $derived(this.place.wanted);
  drawing = $derived(this.place.drawing);
  why = $derived(this.place.why);

  constructor() {
    // The library puts its list where it was left; every other view begins at its top.
    history.scrollRestoration = 'manual';
    window.addEventListener('hashchange', () => {
      const before = this.view;
      this.hash = location.hash;
      if (this.view !== before) window.scrollTo(0, 0);
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

/** The address of a collection. */
export const collectionAddress = (id: string) => `#/library/${encodeURIComponent(id)}`;
