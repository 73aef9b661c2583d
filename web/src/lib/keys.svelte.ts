import { settings } from './settings.svelte';

/**
 * Which key does what. Every command has keys to begin with; the player can give
 * it others, which are kept with the settings. A key is named as the browser
 * names it, so `U` is Shift and U.
 */

export interface Command {
  id: string;
  title: string;
  group: 'Playing' | 'Going back and forth' | 'Seeing' | 'Elsewhere';
  keys: string[];
}

export const commands: Command[] = [
  { id: 'left', title: 'Step left', group: 'Playing', keys: ['ArrowLeft', 'a', 'h'] },
  { id: 'up', title: 'Step up', group: 'Playing', keys: ['ArrowUp', 'w', 'k'] },
  { id: 'right', title: 'Step right', group: 'Playing', keys: ['ArrowRight', 'd', 'l'] },
  { id: 'down', title: 'Step down', group: 'Playing', keys: ['ArrowDown', 's', 'j'] },
  { id: 'release', title: 'Let go of the chosen box', group: 'Playing', keys: ['Escape'] },
  { id: 'reverse', title: 'Pull game, from the end; Shift with a step pulls', group: 'Playing', keys: ['v'] },
  { id: 'undo', title: 'Undo one step', group: 'Going back and forth', keys: ['u', 'Backspace'] },
  { id: 'redo', title: 'Redo one step', group: 'Going back and forth', keys: ['y', 'U'] },
  { id: 'undoRun', title: 'Undo the pushes of the last box', group: 'Going back and forth', keys: ['['] },
  { id: 'redoRun', title: 'Redo the pushes of the next box', group: 'Going back and forth', keys: [']'] },
  { id: 'restart', title: 'Restart (redo brings the game back)', group: 'Going back and forth', keys: ['r', 'Home'] },
  { id: 'end', title: 'To the last move', group: 'Going back and forth', keys: ['End'] },
  { id: 'save', title: 'Save this position', group: 'Going back and forth', keys: ['m'] },
  { id: 'play', title: 'Replay the moves ahead, or pause', group: 'Going back and forth', keys: ['p'] },
  { id: 'hint', title: 'A hint; again for a larger one', group: 'Seeing', keys: ['i'] },
  { id: 'back', title: 'Back to before the game was lost', group: 'Seeing', keys: ['b'] },
  { id: 'zoomIn', title: 'Closer', group: 'Seeing', keys: ['+', '='] },
  { id: 'zoomOut', title: 'Farther', group: 'Seeing', keys: ['-'] },
  { id: 'overview', title: 'The whole board, or a close view', group: 'Seeing', keys: ['o'] },
  { id: 'fullScreen', title: 'Full screen', group: 'Seeing', keys: ['f'] },
  { id: 'coordinates', title: 'Numbers of rows and columns', group: 'Seeing', keys: ['c'] },
  { id: 'next', title: 'Next level', group: 'Elsewhere', keys: ['n'] },
  { id: 'previous', title: 'Previous level', group: 'Elsewhere', keys: ['N'] },
];

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
