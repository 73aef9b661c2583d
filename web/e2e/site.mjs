// What the tests and the bench of the static page share.

import { execFileSync } from 'node:child_process';

/** The program beside which the page is measured; SOKO names another one. */
export const program = process.env.SOKO ?? new URL('../../target/debug/soko', import.meta.url).pathname;

function read(collection, last) {
  const levels = [];
  for (let i = 1; i <= last; i++) {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    const text = execFileSync(program, ['show', collection, '--level', String(i)], options);
    const rows = text.split('\n').filter((row) => /^[# $.*@+]*#[# $.*@+]*$/.test(row));
    levels.push(`${rows.join('\n')}\n`);
  }
  return levels;
}

/** XSokoban 1 to 10 as the crate soukoban ships them; our own levels where that is not
 * on this disk. */
export function levels() {
  try {
    return { name: 'XSokoban', texts: read('XSokoban_90', 10) };
  } catch {
    return { name: 'starter', texts: read('starter', 10) };
  }
}

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
