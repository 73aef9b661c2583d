/** What the player chose; kept in the browser. */

export type Theme = 'auto' | 'light' | 'dark' | 'contrast';
export type Animation = 'smooth' | 'instant';

const KEY = 'sokoscope.settings';

interface Settings {
  theme: Theme;
  animation: Animation;
  areaLayer: string;
  arrowLayer: string;
  alert: string;
  nearestOnly: boolean;
  hintsUsed: number;
}

const initial: Settings = {
  theme: 'auto',
  animation: 'smooth',
  areaLayer: '',
  arrowLayer: '',
  alert: 'frozen',
  nearestOnly: false,
  hintsUsed: 0,
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
