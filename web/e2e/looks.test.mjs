// Accessibility, and pictures to look at: they are written to web/e2e/shots.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { describe } from 'node:test';
import { faults } from './axe.mjs';
import { levelLink, open } from './harness.mjs';
import { transfer } from './measure.mjs';
import { browser, host, test } from './stage.mjs';

const shots = new URL('./shots/', import.meta.url).pathname;
mkdirSync(shots, { recursive: true });

const level = levelLink(['##########', '#    #   #', '# $  #   #', '#  @$  ..#', '#    #   #', '##########']);
const views = { library: '#/', play: level, editor: '#/edit/' + level.split('/')[2], tiles: '#/tiles/ice/1' };
const drawn = { library: '.card', tiles: '.tiles .wall' };
const panels = ['Layers', 'Hints', 'Solve', 'Map', 'Saved'];

/** Opens a panel of the play view; layers stand beside the board on wide screens. */
async function openPanel(page, name) {
  const tab = page.getByRole('tab', { name });
  if (await tab.count()) await tab.click();
  if (name === 'Layers') await page.getByRole('button', { name: 'Coach' }).click();
  if (name === 'Hints') await page.getByRole('button', { name: 'Give me a hint' }).click();
  if (name === 'Solve') await page.getByRole('button', { name: 'Solve from here' }).click();
  if (name === 'Map') await page.locator('.map .node.here').waitFor();
  if (name === 'Solve') await page.getByText(/Solved: /).first().waitFor();
  if (name === 'Hints') await page.getByText(/Look at the box/).first().waitFor();
  await page.waitForTimeout(150);
}

async function settle(page, view) {
  await page.locator(drawn[view] ?? '.board .wall').first().waitFor();
  await page.waitForTimeout(250);
}

describe('accessibility', () => {
  for (const theme of ['light', 'dark', 'contrast']) {
    test(`axe finds no serious fault in the theme ${theme}`, async () => {
      const page = await open(browser, host.url);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByLabel('Colours').selectOption(theme);
      await page.keyboard.press('Escape');
      for (const [view, link] of Object.entries(views)) {
        await page.goto(host.url + link);
        await settle(page, view);
        assert.deepEqual(await faults(page), [], view);
        if (view !== 'play') continue;
        for (const name of panels) {
          await openPanel(page, name);
          assert.deepEqual(await faults(page), [], name);
        }
        await page.keyboard.press('?');
        await page.getByRole('dialog').waitFor();
        assert.deepEqual(await faults(page), [], 'keys');
        await page.keyboard.press('Escape');
      }
      await page.context().close();
    });
  }

  test('the board is mirrored in words, and pushes are announced', async () => {
    const page = await open(browser, host.url + levelLink(['######', '#@$ .#', '######']));
    await page.getByRole('gridcell', { name: 'row 2 column 3, box' }).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    await page.getByRole('gridcell', { name: 'row 2 column 4, box' }).waitFor({ state: 'attached' });
    await page.waitForFunction(() => /Box pushed right to row 2, column 4/.test(document.querySelector('[data-testid=voice]').textContent));
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => /Solved with 2 pushes and 2 moves/.test(document.querySelector('[data-testid=voice]').textContent));
    await page.context().close();
  });
});

/** A picture, of something that fits the screen and whose targets a finger can hit. */
async function shoot(page, view, width) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= width, `${view} is ${wide} px wide`);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, select, .button')]
      .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 30))
      .map(([text]) => text),
  );
  assert.deepEqual(small, [], `${view}: too small for a finger`);
  await page.screenshot({ path: `${shots}${view}-${width}.png`, fullPage: width < 500 });
}

describe('looks', () => {
  for (const width of [390, 1024, 1600]) {
    test(`no view is wider than a screen of ${width} px`, async () => {
      const page = await open(browser, host.url, { viewport: { width, height: width < 500 ? 844 : 900 } });
      for (const [view, link] of Object.entries(views)) {
        await page.goto(host.url + link);
        await settle(page, view);
        await shoot(page, view, width);
        for (const name of view === 'play' ? panels : []) {
          await openPanel(page, name);
          await shoot(page, name.toLowerCase(), width);
        }
      }
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await shoot(page, 'keys', width);
      assert.deepEqual(page.errors, []);
      await page.context().close();
    });
  }

  test('the page is small', async () => {
    const page = await open(browser, host.url);
    await page.locator('.card').first().waitFor();
    const bytes = await transfer(page, host.url);
    assert.ok(bytes < 300_000, `${bytes} bytes compressed`);
    await page.context().close();
  });
});
