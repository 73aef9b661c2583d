// The map: nodes one can hit, the wheel, full screen, and neighbourhoods of levels that
// are too large for a whole graph.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { levelLink, open, waitForBox } from './harness.mjs';
import { browser, host, test } from './stage.mjs';

const tab = (page, name) => page.getByRole('tab', { name }).click();
const small = levelLink(['########', '#   #  #', '# @$  .#', '#  $  .#', '#   #  #', '########']);
/** Six boxes in a hall have more states than are ever mapped whole. */
const large = levelLink(['################', '#              #', '# @$  $    ... #', '#     $        #', '#  $  $    ... #', '#   $          #', '#              #', '################']);

/** Sizes of the targets, and whether each is hit in its middle and 11 pixels beside it. */
const targets = (page) => page.evaluate(() => {
  const edge = document.querySelector('.map').getBoundingClientRect();
  const seen = [];
  for (const node of document.querySelectorAll('.map .node')) {
    const box = node.querySelector('.reach')?.getBoundingClientRect() ?? node.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x < edge.left + 30 || x > edge.right - 60 || y < edge.top + 20 || y > edge.bottom - 20) continue;
    const owner = (dx, dy) => document.elementFromPoint(x + dx, y + dy)?.closest('.node') === node;
    seen.push({ size: Math.min(box.width, box.height), hit: owner(0, 0) && owner(11, 0) && owner(-11, 0) && owner(0, 11) && owner(0, -11) });
  }
  return seen;
});

describe('map', () => {
  test('nodes are targets of 24 pixels at least', async () => {
    const page = await open(browser, host.url + small);
    await tab(page, 'Map');
    await page.locator('.map .node.here').waitFor();
    const states = page.getByRole('button', { name: 'States', exact: true });
    if (await states.count()) await states.click();
    await page.waitForTimeout(300);
    const seen = await targets(page);
    assert.ok(seen.length >= 5, `${seen.length} nodes in sight`);
    assert.ok(seen.every((one) => one.size >= 24 && one.hit), JSON.stringify(seen));
    await page.context().close();
  });

  test('beside the map it is told how hard the level is, and why', async () => {
    const page = await open(browser, host.url + small);
    await tab(page, 'Map');
    const grade = page.getByTestId('grade');
    await grade.getByText(/How hard: \d+ of 100/).waitFor({ timeout: 30_000 });
    assert.equal(await grade.locator('li').first().isVisible(), false);
    await grade.locator('summary').click();
    await grade.getByText('From all its states.').waitFor();
    const reasons = await grade.locator('li').allTextContents();
    // Values as people write them: 3, 11.37, 0.4%, <0.01%; never 4.4e-3.
    assert.ok(reasons.length >= 3 && reasons.every((one) => /^[+−]\d+\D.*: <?[\d.]+%?$/.test(one)), JSON.stringify(reasons));
    // What was found stays with the level.
    await tab(page, 'Hints');
    await tab(page, 'Map');
    await grade.getByText(/How hard: \d+ of 100/).waitFor({ timeout: 2000 });
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('the wheel zooms around the pointer, and the map fills the screen', async () => {
    const page = await open(browser, host.url + small);
    await tab(page, 'Map');
    const here = page.locator('.map .node.here');
    await here.waitFor();
    const wide = () => page.locator('.map').evaluate((map) => map.viewBox.baseVal.width);
    const box = await here.boundingBox();
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(at.x, at.y);
    const before = await wide();
    const scroll = await page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, -240);
    await page.waitForFunction((was) => document.querySelector('.map').viewBox.baseVal.width < was * 0.9, before);
    const after = await here.boundingBox();
    assert.ok(Math.hypot(after.x + after.width / 2 - at.x, after.y + after.height / 2 - at.y) < 4, 'the node stays under the pointer');
    assert.equal(await page.evaluate(() => window.scrollY), scroll);
    await page.getByRole('button', { name: 'Map in full screen' }).click();
    await page.waitForFunction(() => document.querySelector('.map').getBoundingClientRect().width > innerWidth * 0.9);
    await page.getByRole('button', { name: 'Map in full screen' }).click();
    await page.waitForFunction(() => document.querySelector('.map').getBoundingClientRect().width < innerWidth * 0.6);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a level too large for a whole map shows where one is, grows, and leads on', async () => {
    const page = await open(browser, host.url + large);
    await tab(page, 'Map');
    await page.waitForFunction(() => /Exploring|Too large/.test(document.querySelector('#tab-panel').textContent));
    const stop = page.locator('#tab-panel').getByRole('button', { name: 'Stop' });
    if (await stop.count()) await stop.click().catch(() => undefined);
    const tally = page.getByTestId('near-tally');
    await tally.getByText('60 positions around you').waitFor({ timeout: 40_000 });
    // A solution found in the background proves colours: what can be solved is told apart from the rest.
    await tally.getByText(/: [1-9]\d* solvable/).waitFor({ timeout: 40_000 });
    assert.equal(await page.locator('.map .node.here.unknown').count(), 0);
    const targetsNow = await targets(page);
    assert.ok(targetsNow.length > 3 && targetsNow.every((one) => one.size >= 24), JSON.stringify(targetsNow));
    await page.getByRole('button', { name: 'Show more' }).click();
    await tally.getByText('120 positions around you').waitFor();
    // Looking farther than there is makes it grow, too.
    await page.locator('.map').hover();
    for (let i = 0; i < 20; i++) await page.mouse.wheel(0, 400);
    await tally.getByText(/^(240|480|600) positions around you/).waitFor();
    // A node pointed at shows its position, and a click plays the moves that lead there.
    const node = page.getByRole('button', { name: /^1 push from here, (solvable|not known)/ }).first();
    await node.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /1\s*push\b/.test(document.querySelector('#board-status').innerText));
    await tally.waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a lost position is called so, with everything after it', async () => {
    // The first push to the right puts the box into the last column, from which no goal is reached.
    const rows = ['################', '#              #', '#  $  $    ... #', '#     $        #', '#  $  $    ... #', '#      $     @ #', '#             $#', '#           .  #', '################'];
    const page = await open(browser, host.url + levelLink(rows));
    await waitForBox(page, 6 * 16 + 14);
    await tab(page, 'Map');
    const stop = page.locator('#tab-panel').getByRole('button', { name: 'Stop' });
    await page.waitForFunction(() => /Exploring|Too large/.test(document.querySelector('#tab-panel').textContent));
    if (await stop.count()) await stop.click().catch(() => undefined);
    const tally = page.getByTestId('near-tally');
    await tally.waitFor({ timeout: 40_000 });
    await tally.getByText(/: 0 solvable, ([1-9]\d*) lost, 0 not known/).waitFor({ timeout: 40_000 });
    await page.context().close();
  });
});
