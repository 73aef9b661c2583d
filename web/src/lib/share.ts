/**
 * Levels in links. A level is written with letters that need no escaping in a
 * URL, in runs, with a full stop between rows; the variants `b B o p P` and `-`
 * are those that level files use, and `x` stands for a wall. Moves stay as they
 * are written: the server reads them and plays what the rules allow.
 */

/** A link that cannot be read, and why, in words for people. */
export class BadLink extends Error {}

const toUrl: Record<string, string> = { '#': 'x', ' ': '-', $: 'b', '*': 'B', '.': 'o', '@': 'p', '+': 'P' };
const fromUrl: Record<string, string> = Object.fromEntries(Object.entries(toUrl).map(([a, b]) => [b, a]));

/** More characters than any level that is played; a short link must not become a long text. */
const MOST_CHARACTERS = 60_000;

function runs(text: string): string {
  return text.replace(/(.)\1{2,}/g, (run, letter: string) => `${run.length}${letter}`);
}

function unruns(text: string): string {
  let left = MOST_CHARACTERS;
  return text.replace(/(\d*)(\D)|\d+$/g, (_, count: string | undefined, letter: string | undefined) => {
    if (letter === undefined) throw new BadLink('The level in this link ends in a number, so a part of it is missing.');
    const n = count ? Number(count) : 1;
    left -= n;
    if (left < 0) throw new BadLink('The level in this link is too large.');
    return letter.repeat(n);
  });
}

/** Text that a browser has escaped. */
export function unescaped(code: string, what: string): string {
  try {
    return decodeURIComponent(code);
  } catch {
    throw new BadLink(`The ${what} in this link cannot be read: a % stands where none may stand.`);
  }
}

export function encodeLevel(text: string): string {
  const rows = text.replace(/\n+$/, '').split('\n');
  return rows.map((row) => runs([...row].map((c) => toUrl[c] ?? c).join(''))).join('.');
}

export function decodeLevel(code: string): string {
  const written = unruns(unescaped(code, 'level'));
  const rows = written.split('.').map((row) => [...row].map((c) => fromUrl[c] ?? c).join(''));
  return rows.join('\n') + '\n';
}

export const encodeMoves = runs;

/** A link to a level, with moves where they are to be shown too. */
export function shareLink(text: string, title: string, moves: string): string {
  const base = location.href.split('#')[0];
  return `${base}${levelAddress(text, title, moves)}`;
}

/** The address of a level inside the page. */
export function levelAddress(text: string, title: string, moves = ''): string {
  const parts = [encodeLevel(text), encodeMoves(moves), encodeURIComponent(title)];
  while (parts.length > 1 && parts[parts.length - 1] === '') parts.pop();
  return `#/level/${parts.join('/')}`;
}
