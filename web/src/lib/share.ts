/**
 * Levels in links. A level is written with letters that need no escaping in a
 * URL, in runs, with a full stop between rows; the variants `b B o p P` and `-`
 * are those that level files use, and `x` stands for a wall.
 */

const toUrl: Record<string, string> = { '#': 'x', ' ': '-', $: 'b', '*': 'B', '.': 'o', '@': 'p', '+': 'P' };
const fromUrl: Record<string, string> = Object.fromEntries(Object.entries(toUrl).map(([a, b]) => [b, a]));

function runs(text: string): string {
  return text.replace(/(.)\1{2,}/g, (run, letter: string) => `${run.length}${letter}`);
}

function unruns(text: string): string {
  return text.replace(/(\d+)(\D)/g, (_, count: string, letter: string) => letter.repeat(Math.min(Number(count), 1000)));
}

export function encodeLevel(text: string): string {
  const rows = text.replace(/\n+$/, '').split('\n');
  return rows.map((row) => runs([...row].map((c) => toUrl[c] ?? c).join(''))).join('.');
}

export function decodeLevel(code: string): string {
  const rows = code.split('.').map((row) => [...unruns(row)].map((c) => fromUrl[c] ?? c).join(''));
  return rows.join('\n') + '\n';
}

export const encodeMoves = runs;
export const decodeMoves = (code: string) => unruns(code).replace(/[^lurdLURD]/g, '');

/** A link to a level, with moves where they are to be shown too. */
export function shareLink(text: string, title: string, moves: string): string {
  const base = location.href.split('#')[0];
  const parts = [encodeLevel(text), encodeMoves(moves), encodeURIComponent(title)];
  while (parts.length > 1 && parts[parts.length - 1] === '') parts.pop();
  return `${base}#/level/${parts.join('/')}`;
}
