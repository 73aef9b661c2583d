/** What the player chose; kept in the browser. */

export type Theme = 'auto' | 'light' | 'dark' | 'contrast';
export type Animation = 'smooth' | 'instant';

const KEY = 'sokoscope.settings';

interface Settings {
  theme: Theme;
  animation: Animation;
  /** One layer of areas and one of arrows, by name, or none. */
  area: string;
  arrow: string;
  /** When to speak up: never, on a proof, or also after a search. */
  alert: 'off' | 'proofs' | 'search';
  /** Arrows of so many boxes at full strength; 0 for all, -1 for the box pointed at. */
  nearest: number;
  /** How strongly marks are drawn, in percent. */
  strength: number;
  /** Keys that differ from those at first, by command; see `keys.svelte.ts`. */
  keys: Record<string, string[]>;
}

const initial: Settings = {
  theme: 'auto',
  animation: 'smooth',
  area: '',
  arrow: '',
  alert: 'proofs',
  nearest: 3,
  strength: 100,
  keys: {},
};

function load(): Settings {
  try {
    return { ...initial, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
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
  return settings.animation === 'smooth' && !still.matches;
}
