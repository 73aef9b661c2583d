/** What the player chose; kept in the browser. */

export type Theme = 'auto' | 'light' | 'dark' | 'contrast';
/** The tiles of the board: as the theme, in other colours, or from a sheet. */
export type Tiles = 'theme' | 'light' | 'dark' | 'contrast' | 'sheet';
export type Walk = 'slow' | 'normal' | 'fast' | 'instant';

const KEY = 'sokoscope.settings';

interface Settings {
  theme: Theme;
  /** The layers of areas and of arrows that are on, by name. */
  areas: string[];
  arrows: string[];
  tiles: Tiles;
  /** How fast the man walks. */
  walk: Walk;
  /** Steps a second when moves are replayed. */
  speed: number;
  sound: boolean;
  /** Every step is announced, not only pushes. */
  sayWalks: boolean;
  coordinates: boolean;
  /** Buttons on the screen to walk with. */
  pad: boolean;
  /** When to speak up: never, on a proof, or also after a search. */
  alert: 'off' | 'proofs' | 'search';
  /** Arrows of so many boxes at full strength; 0 for all, -1 for the box pointed at. */
  nearest: number;
  /** How strongly marks are drawn, in percent. */
  strength: number;
  /** Whether the player agrees that his attempts are logged. */
  logsAttempts: boolean;
  /** Keys that differ from those at first, by command; see `keys.svelte.ts`. */
  keys: Record<string, string[]>;
  /** The level that was last on the board. */
  last: { link: string; title: string; text: string } | null;
}

const initial: Settings = {
  theme: 'auto',
  tiles: 'theme',
  walk: 'normal',
  speed: 8,
  sound: false,
  sayWalks: false,
  coordinates: false,
  pad: false,
  areas: [],
  arrows: [],
  alert: 'proofs',
  nearest: 3,
  strength: 100,
  logsAttempts: false,
  keys: {},
  last: null,
};

function load(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    // Once there was one layer of each kind.
    const layers = { areas: [kept.area].filter(Boolean), arrows: [kept.arrow].filter(Boolean) };
    return { ...initial, ...layers, ...kept };
  } catch {
    return { ...initial };
  }
}

export const settings = $state<Settings>(load());

export function keepSettings(): void {
  const value = JSON.stringify(settings);
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // A browser without storage forgets; nothing else depends on it.
  }
}

export const themes: { value: Theme; label: string }[] = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'contrast', label: 'High contrast' },
];

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const contrast = window.matchMedia('(prefers-contrast: more)');

/** The theme to show now. */
export function themeNow(): Exclude<Theme, 'auto'> {
  if (settings.theme !== 'auto') return settings.theme;
  if (contrast.matches) return 'contrast';
  return dark.matches ? 'dark' : 'light';
}

const still = window.matchMedia('(prefers-reduced-motion: reduce)');

export function animates(): boolean {
  return settings.walk !== 'instant' && !still.matches;
}

/** Milliseconds that a step takes when nothing presses. */
export function walkTime(): number {
  return { slow: 190, normal: 90, fast: 40, instant: 0 }[settings.walk];
}
