// Games on tiles in the page: each is played, shared and solved, and rules that are
// wrong are told with their place.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { open } from './harness.mjs';
import { browser, host, test } from './stage.mjs';

const KEYS = { l: 'ArrowLeft', u: 'ArrowUp', r: 'ArrowRight', d: 'ArrowDown' };
const text = (page) => page.getByTestId('tile-text').textContent();
const steps = (page, n) => page.getByText(n === 1 ? '1 step' : `${n} steps`, { exact: true }).waitFor();

async function solution(page) {
  await page.getByRole('button', { name: 'Solve' }).click();
  const verdict = page.getByTestId('tile-verdict');
  await verdict.getByText(/the fewest from here \(proved\)/).waitFor({ timeout: 40_000 });
  return Number(/Solved: (\d+)/.exec(await verdict.textContent())[1]);
}

describe('games on tiles', () => {
  for (const game of ['sokoban', 'sliders', 'one-way', 'cyberbox', 'ice', 'ledge']) {
    test(`${game} is solved with proof, replayed, and played by keys`, async () => {
      const page = await open(browser, `${host.url}#/tiles/${game}/1`);
      await page.locator('.tiles .man').waitFor();
      const start = await text(page);
      const fewest = await solution(page);
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByText('✓ Won').waitFor();
      await steps(page, fewest);
      const moves = decodeURIComponent(page.url()).split('/').at(-1);
      assert.equal(moves.length, fewest);
      // Back to the start, and the same by hand.
      await page.keyboard.press('r');
      await steps(page, 0);
      assert.equal(await text(page), start);
      for (const letter of moves) await page.keyboard.press(KEYS[letter]);
      await page.getByText('✓ Won').waitFor();
      await steps(page, fewest);
      await page.keyboard.press('u');
      await steps(page, fewest - 1);
      assert.equal(await page.getByText('✓ Won').count(), 0);
      await page.keyboard.press('y');
      await page.getByText('✓ Won').waitFor();
      assert.deepEqual(page.errors, []);
      await page.context().close();
    });
  }

  test('a link holds the game, and is checked by the rules', async () => {
    const page = await open(browser, `${host.url}#/tiles/ice/1/dr`);
    await steps(page, 2);
    await page.reload();
    await steps(page, 2);
    const other = await open(browser, `${host.url}#/tiles/ice/1/dlll`);
    await other.getByText(/break the rules: step 2 \(left\) changes nothing/).waitFor();
    await steps(other, 0);
    await other.keyboard.press('ArrowDown');
    await steps(other, 1);
    for (const bad of ['#/tiles/own/%%%', '#/tiles/own/bm9uZQ', '#/tiles/chess/1', '#/tiles/ice/99', '#/tiles/ice/1/x']) {
      const damaged = await open(browser, host.url + bad);
      await damaged.getByRole('alert').first().waitFor();
      assert.deepEqual(damaged.errors, [], bad);
      await damaged.context().close();
    }
    await page.context().close();
    await other.context().close();
  });

  test('a game of one\'s own is told what is wrong, and played', async () => {
    const page = await open(browser, `${host.url}#/tiles`);
    await page.getByText('A game of your own').click();
    await page.getByRole('button', { name: 'Sliders', exact: true }).click();
    const rules = page.getByLabel('Rules');
    const sound = await rules.inputValue();
    await rules.fill(sound.replace('agent = "man"', 'agent = "cat"'));
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.getByTestId('diagnostics').getByText(/no kind is called "cat".*line 3, column 9/).waitFor();
    await rules.fill(sound.replace('name = "Sliders"', 'name = "My own"'));
    await page.getByLabel('Board', { exact: true }).last().fill('#####\n#@=%#\n#####\n');
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.getByTestId('diagnostics').getByText(/line 2, column 4/).waitFor();
    await page.getByLabel('Board', { exact: true }).last().fill('#####\n#@ X#\n#####\n');
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.getByRole('heading', { name: 'My own' }).waitFor();
    await page.locator('.tiles .man').waitFor();
    await page.locator('.stage').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText('✓ Won').waitFor();
    // The link carries the rules along.
    const again = await open(browser, page.url());
    await again.getByText('✓ Won').waitFor();
    await again.context().close();
    await page.context().close();
  });

  test('who falls off the edge is gone, and undo brings him back', async () => {
    const page = await open(browser, `${host.url}#/tiles/ledge/1`);
    await page.locator('.tiles .man').waitFor();
    await page.getByRole('button', { name: 'Step left' }).click();
    await page.getByRole('button', { name: 'Step left' }).click();
    await page.getByText('Nobody is left to move').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.tiles .man').waitFor();
    await page.context().close();
  });
});
