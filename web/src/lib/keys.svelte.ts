import { settings } from './settings.svelte';

/**
 * Which key does what. Every command has keys to begin with; the player can give
 * it others, which are kept with the settings. A key is named as the browser
 * names it, so `U` is Shift and U.
 */

export interface Command {
  id: string;
  title: string;
  group: string;
  keys: string[];
}

/** Each group of commands: what it is called in settings, what it does, its keys at first. */
const groups: Record<string, [id: string, title: string, ...keys: string[]][]> = {
  Playing: [
    ['left', 'Step left', 'ArrowLeft', 'a', 'h'],
    ['up', 'Step up', 'ArrowUp', 'w', 'k'],
    ['right', 'Step right', 'ArrowRight', 'd', 'l'],
    ['down', 'Step down', 'ArrowDown', 's', 'j'],
    ['release', 'Let go of the chosen box', 'Escape'],
    ['reverse', 'Pull game, from the end; Shift with a step pulls', 'v'],
  ],
  'Going back and forth': [
    ['undo', 'Undo one step', 'u', 'Backspace'],
    ['redo', 'Redo one step', 'y', 'U'],
    ['undoRun', 'Undo the pushes of the last box', '['],
    ['redoRun', 'Redo the pushes of the next box', ']'],
    ['restart', 'Restart (redo brings the game back)', 'r', 'Home'],
    ['end', 'To the last move', 'End'],
    ['save', 'Save this position', 'm'],
    ['play', 'Replay the moves ahead, or pause', 'p'],
  ],
  Seeing: [
    ['hint', 'A hint; again for a larger one', 'i'],
    ['back', 'Back to before the game was lost', 'b'],
    ['zoomIn', 'Closer', '+', '='],
    ['zoomOut', 'Farther', '-'],
    ['overview', 'The whole board, or a close view', 'o'],
    ['fullScreen', 'Full screen', 'f'],
    ['coordinates', 'Numbers of rows and columns', 'c'],
  ],
  Elsewhere: [
    ['next', 'Next level', 'n'],
    ['previous', 'Previous level', 'N'],
  ],
};

export const commands: Command[] = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map(([id, title, ...keys]) => ({ id, title, group, keys })),
);

/** The keys of a command now. */
export function keysOf(id: string): string[] {
  return settings.keys[id] ?? commands.find((command) => command.id === id)?.keys ?? [];
}

/** The name of a pressed key, whatever Caps Lock says; on keyboards of other scripts,
 * the Latin letter in the same place. */
export function keyOf(event: KeyboardEvent): string {
  const place = /^Key([A-Z])$/.exec(event.code)?.[1];
  const key = place && !/^[!-~]$/.test(event.key) && event.key.length === 1 ? place : event.key;
  if (!/^[a-z]$/i.test(key)) return key;
  return event.shiftKey ? key.toUpperCase() : key.toLowerCase();
}

/** What a Ctrl or Cmd key does, as in other programs. */
export function controlOf(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  const key = keyOf(event).toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : undefined;
}

/** The command of a key now. */
export function commandOf(key: string): string | undefined {
  return commands.find((command) => keysOf(command.id).includes(key))?.id;
}

/** Why a key cannot be given away, if so. */
export function refusal(key: string): string {
  if (/^\d$/.test(key)) return 'The digits belong to the layers.';
  if (['?', 'Tab', 'Enter', ' '].includes(key)) return 'This key is needed to get around the page.';
  return '';
}

/** Gives a key to a command, and takes it from the one that had it. */
export function addKey(id: string, key: string): void {
  const before = commandOf(key);
  if (before === id) return;
  if (before) removeKey(before, key);
  settings.keys[id] = [...keysOf(id), key];
}

export function removeKey(id: string, key: string): void {
  settings.keys[id] = keysOf(id).filter((one) => one !== key);
}

export function resetKeys(): void {
  settings.keys = {};
}

const names: Record<string, string> = { ArrowLeft: '←', ArrowUp: '↑', ArrowRight: '→', ArrowDown: '↓', Escape: 'Esc', Backspace: '⌫' };

/** A key as it is written on the keyboard. */
export function keyName(key: string): string {
  const isCapital = key.length === 1 && key !== key.toLowerCase();
  return names[key] ?? (isCapital ? `⇧${key}` : key.length === 1 ? key.toUpperCase() : key);
}
