import type { LevelEntry } from './types';

/** How the levels of a collection are looked at: search, filters, order, and where the list stood. */

export type Solved = 'all' | 'open' | 'begun' | 'solved';
export type Order = 'number' | 'title' | 'boxes' | 'size' | 'pushes';

export interface Browse {
  search: string;
  solved: Solved;
  /** Boxes from and to, and the longest side; none if it does not matter. */
  least: number | null;
  most: number | null;
  side: number | null;
  order: Order;
  isDown: boolean;
  /** How far the list was scrolled, and the level opened last. */
  scroll: number;
  opened: number;
}

const initial: Browse = {
  search: '', solved: 'all', least: null, most: null, side: null, order: 'number', isDown: false, scroll: 0, opened: 0,
};

const key = (id: string) => `sokoscope.library.${id}`;

/** How a collection was looked at last in this tab. */
export function recall(id: string): Browse {
  try {
    return { ...initial, ...JSON.parse(sessionStorage.getItem(key(id)) ?? '{}') };
  } catch {
    return { ...initial };
  }
}

export function remember(id: string, browse: Browse): void {
  try {
    sessionStorage.setItem(key(id), JSON.stringify(browse));
  } catch {
    // A browser without storage forgets; nothing else depends on it.
  }
}

/** Whether any filter is on. */
export const isNarrowed = (b: Browse) =>
  b.search.trim() !== '' || b.solved !== 'all' || b.least !== null || b.most !== null || b.side !== null;

export function widened(b: Browse): Browse {
  const { search, solved, least, most, side } = initial;
  return { ...b, search, solved, least, most, side };
}

function fits(level: LevelEntry, b: Browse, words: string): boolean {
  if (b.solved === 'solved' && level.pushes === null) return false;
  if (b.solved === 'open' && level.pushes !== null) return false;
  if (b.solved === 'begun' && !(level.started && level.pushes === null)) return false;
  if (b.least !== null && level.boxes < b.least) return false;
  if (b.most !== null && level.boxes > b.most) return false;
  if (b.side !== null && Math.max(level.width, level.height) > b.side) return false;
  return `${level.number} ${level.title ?? ''} ${level.author ?? ''}`.toLowerCase().includes(words);
}

const orders: Record<Order, (a: LevelEntry, b: LevelEntry) => number> = {
  number: () => 0,
  title: (a, b) => (a.title ?? '').localeCompare(b.title ?? '', undefined, { numeric: true }),
  boxes: (a, b) => a.boxes - b.boxes,
  size: (a, b) => a.width * a.height - b.width * b.height,
  // Levels without a solution come last, whichever way round.
  pushes: (a, b) => (a.pushes ?? Infinity) - (b.pushes ?? Infinity) || 0,
};

/** The levels to show, in order. */
export function chosen(levels: LevelEntry[], b: Browse): LevelEntry[] {
  const words = b.search.trim().toLowerCase();
  const sign = b.isDown ? -1 : 1;
  const found = levels.filter((level) => fits(level, b, words));
  return found.sort((x, y) => sign * (orders[b.order](x, y) || x.number - y.number));
}
