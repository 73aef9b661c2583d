// What the page is measured by, and the large things it is measured on. The tests play
// on the same things; how long that takes is for `make bench-page` to say.

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';

/** Milliseconds from each key to the man moved, in the page. */
export const keyTimes = (page, keys, count) =>
  page.evaluate(
    async ({ keys, count }) => {
      const board = document.querySelector('.board');
      const times = [];
      for (let i = 0; i < count; i++) {
        const key = keys[i % keys.length];
        const start = performance.now();
        const moved = new Promise((resolve) => {
          const watch = new MutationObserver(() => (watch.disconnect(), resolve()));
          watch.observe(board, { subtree: true, attributes: true, attributeFilter: ['data-cell'] });
        });
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true }));
        await moved;
        times.push(performance.now() - start);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      return times;
    },
    { keys, count },
  );

/** Bytes of the page itself, as they are sent. */
export async function transfer(page, url) {
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
  let bytes = 0;
  for (const name of [url, ...names.filter((n) => !n.includes('/api/'))]) {
    bytes += gzipSync(Buffer.from(await (await fetch(name)).arrayBuffer())).length;
  }
  return bytes;
}

/** Enters five lines of 20,000 moves, `long 0` to `long 4`, under the level of a link in
 * whose first two rows the man can walk six squares to the right. */
export async function enterLongLines(page, url, link) {
  const letters = { x: '#', '-': ' ', b: '$', o: '.', p: '@' };
  const rows = link.replace('#/level/', '').split('.').map((row) => [...row].map((c) => letters[c]).join(''));
  const token = await page.locator('meta[name=token]').getAttribute('content');
  for (let i = 0; i < 5; i++) {
    const moves = 'd' + 'r'.repeat(i + 1) + 'l'.repeat(i + 1) + 'rl'.repeat(10_000);
    const response = await fetch(`${url}api/lines`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-soko-token': token },
      body: JSON.stringify({ level: rows.join('\n'), moves, by: 'imported', name: `long ${i}` }),
    });
    assert.equal(response.status, 200);
  }
}

/** A hall of 100 x 96 with 1,016 boxes, each beside its goal, so that every one can be
 * pushed. */
export function thousandBoxes() {
  const rows = Array.from({ length: 96 }, () => Array(100).fill(' '));
  let left = 1016;
  for (let r = 2; r < 94; r += 2) for (let c = 2; c < 96 && left > 0; c += 4, left--) [rows[r][c], rows[r][c + 1]] = ['$', '.'];
  rows[1][1] = '@';
  return rows.map((row, r) => row.map((c, i) => (r === 0 || r === 95 || i === 0 || i === 99 ? '#' : c)).join(''));
}
