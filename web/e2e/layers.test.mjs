// Layers together, their legends, and the reasons of barred pushes by pointer,
// keyboard and touch.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { levelLink, manCell, open, point } from './harness.mjs';
import { browser, host, test } from './stage.mjs';

const rows = ['########', '#      #', '# $  . #', '#@     #', '########'];
const [WIDTH, HEIGHT] = [8, 5];
const [MAN, BOX, ABOVE] = [3 * WIDTH + 1, 2 * WIDTH + 2, WIDTH + 2];
const link = levelLink(rows);
const wide = { viewport: { width: 1400, height: 900 } };
const REASON = 'This box stands where it can never reach a goal again.';

async function withPrevention(options = {}) {
  const page = await open(browser, host.url + link, { ...wide, ...options });
  await page.locator('.board .box').waitFor();
  await page.keyboard.press('Shift+Digit2');
  await page.locator('.board .arrow.dead-push').first().waitFor();
  return page;
}

describe('layers', () => {
  test('several areas and several arrows are on together, each in its place', async () => {
    const page = await open(browser, host.url + link, wide);
    await page.locator('.board .box').waitFor();
    const areas = page.getByRole('group', { name: 'Area layers' });
    await areas.getByRole('button', { name: 'Dead squares' }).click();
    await areas.getByRole('button', { name: 'Rooms and tunnels' }).click();
    await page.locator('.board .tint.dead').first().waitFor();
    await page.locator('.board .tint.room').first().waitFor();
    const pressed = await areas.locator('[aria-pressed=true]').count();
    assert.equal(pressed, 2);
    // On the corner both have a mark, and they do not cover each other.
    const boxes = await page.locator('.board .below .tint').evaluateAll((all) =>
      all.filter((one) => one.getAttribute('data-key').includes('"cell":9,')).map((one) => {
        const { x, y, width, height } = one.querySelector('rect').getBoundingClientRect();
        return [x, y, x + width, y + height].map(Math.round);
      }));
    assert.equal(boxes.length, 2);
    const [a, b] = boxes;
    assert.ok(a[2] <= b[0] + 2 || b[2] <= a[0] + 2 || a[3] <= b[1] + 2 || b[3] <= a[1] + 2, JSON.stringify(boxes));
    await page.keyboard.press('Shift+Digit1');
    await page.keyboard.press('Shift+Digit3');
    await page.locator('.board .arrow.push').first().waitFor();
    await page.locator('.board .arrow.free-path').first().waitFor();
    const ways = await page.locator('.board .arrow').evaluateAll((all) => all.map((one) => one.getAttribute('transform')));
    assert.ok(new Set(ways).size >= 2, 'arrows of two layers run side by side');
    // Off again, one by one.
    await areas.getByRole('button', { name: 'Dead squares' }).click();
    await page.locator('.board .tint.dead').first().waitFor({ state: 'detached' });
    assert.ok((await page.locator('.board .tint.room').count()) > 0);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a legend tells signs and how sure they are', async () => {
    const page = await withPrevention();
    await page.keyboard.press('Digit2');
    const dead = page.getByRole('region', { name: 'Dead squares: legend' });
    await dead.getByText('no box gets from here to a goal').waitFor();
    await dead.getByText('✓ proved').waitFor();
    assert.equal(await dead.locator('.sample .tint.dead').count(), 1);
    const colour = (where) => page.locator(where).first().evaluate((one) => getComputedStyle(one).stroke);
    assert.equal(await colour('.sample .tint.dead .sign'), await colour('.board .tint.dead .sign'));
    const pushes = page.getByRole('region', { name: 'Deadlock prevention: legend' });
    await pushes.getByText('a push that is proved to lose').waitFor();
    await page.getByRole('button', { name: 'Packing order' }).click();
    const packing = page.getByRole('region', { name: 'Packing order: legend' });
    await packing.getByText('~ a guess').waitFor();
    await packing.getByText('it is no proof').waitFor();
    await page.context().close();
  });

  test('what was chosen when there was one layer of each kind is still on', async () => {
    const page = await open(browser, host.url, wide);
    await page.evaluate(() => localStorage.setItem('sokoscope.settings', JSON.stringify({ area: 'dead', arrow: 'pushes' })));
    await page.goto('about:blank');
    await page.goto(host.url + link);
    await page.locator('.board .tint.dead').first().waitFor();
    await page.locator('.board .arrow.push').first().waitFor();
    await page.context().close();
  });
});

describe('the reason of a barred push', () => {
  test('by pointer', async () => {
    const page = await withPrevention();
    const reasons = page.getByTestId('reasons');
    assert.equal((await reasons.textContent()).trim(), '');
    const { x, y } = await point(page, ABOVE, WIDTH, HEIGHT);
    await page.mouse.move(x, y);
    await reasons.getByText(`Row 3, column 3, up: ${REASON}`).waitFor();
    assert.equal(await reasons.locator('p').count(), 1);
    // The box tells all its pushes; elsewhere nothing is told.
    const box = await point(page, BOX, WIDTH, HEIGHT);
    await page.mouse.move(box.x, box.y);
    await page.waitForFunction(() => document.querySelectorAll('[data-testid=reasons] p').length > 1);
    const free = await point(page, 3 * WIDTH + 5, WIDTH, HEIGHT);
    await page.mouse.move(free.x, free.y);
    await reasons.locator('p').first().waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('by keyboard', async () => {
    const page = await withPrevention();
    await page.getByText(/Why pushes are barred/).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.getByTestId('reasons').getByText(REASON).waitFor();
    await page.locator('.board .ring.why').waitFor();
    assert.equal(await page.getByTestId('reasons').locator('p').count(), 1);
    await page.context().close();
  });

  test('by touch: the first tap tells, the second walks', async () => {
    const page = await withPrevention({ hasTouch: true });
    const { x, y } = await point(page, ABOVE, WIDTH, HEIGHT);
    await page.touchscreen.tap(x, y);
    await page.getByTestId('reasons').getByText(REASON).waitFor();
    await page.waitForTimeout(300);
    await page.getByTestId('reasons').getByText(REASON).waitFor();
    assert.equal(await manCell(page), MAN, 'nobody walked');
    await page.touchscreen.tap(x, y);
    await page.locator(`.board .man[data-cell="${ABOVE}"]`).waitFor();
    await page.context().close();
  });

  test('each push has its own in a lost position', async () => {
    const lost = levelLink(['########', '#$     #', '#    . #', '#  $ . #', '#@     #', '########']);
    const page = await open(browser, host.url + lost, wide);
    await page.locator('.board .box').first().waitFor();
    await page.keyboard.press('Shift+Digit2');
    await page.locator('.board .arrow.dead-push').first().waitFor();
    const reasons = page.getByTestId('reasons');
    // The first answer may have left tests out; the second one is whole.
    const tells = async (cell, words) => {
      const { x, y } = await point(page, cell, WIDTH, 6);
      await page.mouse.move(x, y);
      await reasons.getByText(words, { exact: true }).waitFor();
    };
    // The push down loses by itself; the one to the right only shares the position's fate.
    await tells(4 * WIDTH + 3, `✕ Row 4, column 4, down: ${REASON} The position is lost already.`);
    await tells(3 * WIDTH + 4, `✕ Row 4, column 4, right: The position is lost already. ${REASON}`);
    await page.context().close();
  });
});
