// The editor: what is drawn stays, can be turned and cut, and its answers are true.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { levelLink, open, point } from './harness.mjs';
import { browser, host, test } from './stage.mjs';

const code = (rows) => levelLink(rows).split('/')[2];
const edit = (rows) => `${host.url}#/edit/${code(rows)}`;

/** The drawing as text, read where the page keeps it. */
const drawn = (page) => page.evaluate(() => {
  const { width, height, cells } = JSON.parse(localStorage.getItem('sokoscope.drawing')).picture;
  return Array.from({ length: height }, (_, r) => cells.slice(r * width, (r + 1) * width));
});

async function waitForRows(page, rows) {
  const ready = page.waitForFunction((wanted) => {
    const { width, height, cells } = JSON.parse(localStorage.getItem('sokoscope.drawing') ?? 'null')?.picture ?? {};
    return wanted.length === height && wanted.every((row, r) => row === cells.slice(r * width, (r + 1) * width));
  }, rows, { timeout: 4000 });
  await ready.catch(async () => assert.deepEqual(await drawn(page), rows));
}

const button = (page, name) => page.getByRole('button', { name, exact: true });
const rows = ['######', '#@ $.#', '#    #', '######'];

describe('editor', () => {
  test('what is drawn survives a reload, on a link too', async () => {
    const page = await open(browser, edit(rows));
    await waitForRows(page, rows);
    await page.getByLabel('Title of the level').fill('Kept');
    await page.keyboard.press('Tab');
    await page.keyboard.press('4');
    const at = await point(page, 2 * 6 + 2, 6, 4);
    await page.mouse.click(at.x, at.y);
    const changed = ['######', '#@ $.#', '# .  #', '######'];
    await waitForRows(page, changed);
    await page.reload();
    await page.locator('.board .man').waitFor();
    await waitForRows(page, changed);
    assert.equal(await page.getByLabel('Title of the level').inputValue(), 'Kept');
    // From another view and back, and with a browser's storage full of nonsense.
    await page.goto(host.url + '#/');
    await page.locator('.card').first().waitFor();
    await page.goto(host.url + '#/edit');
    await page.locator('.board .man').waitFor();
    await waitForRows(page, changed);
    await page.evaluate(() => localStorage.setItem('sokoscope.drawing', '{"picture":{"width":4,"height":"x"}}'));
    await page.reload();
    await page.getByText('there is no man').waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('mirror, flip, rotate, rows and columns, fill, and undo of each', async () => {
    const page = await open(browser, edit(rows));
    await waitForRows(page, rows);
    const undo = async () => {
      await button(page, '↶ Undo').click();
      await waitForRows(page, rows);
    };
    await button(page, '⇋ Mirror').click();
    await waitForRows(page, ['######', '#.$ @#', '#    #', '######']);
    await undo();
    await button(page, '⥯ Flip').click();
    await waitForRows(page, ['######', '#    #', '#@ $.#', '######']);
    await undo();
    await button(page, '↻ Rotate').click();
    await waitForRows(page, ['####', '# @#', '#  #', '# $#', '# .#', '####']);
    for (let i = 0; i < 3; i++) await button(page, '↻ Rotate').click();
    await waitForRows(page, rows);
    // The pencil goes to row 2, column 3 with the keys.
    await page.locator('.board').focus();
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowUp');
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
    await page.getByText('row 2, column 3').first().waitFor();
    await button(page, '+ row below').click();
    await waitForRows(page, ['######', '#@ $.#', '#    #', '#    #', '######']);
    await undo();
    await button(page, '+ column left').click();
    await waitForRows(page, ['#######', '#@  $.#', '#     #', '#######']);
    await undo();
    await button(page, '− this row').click();
    await waitForRows(page, ['######', '#    #', '######']);
    await undo();
    await button(page, '− this column').click();
    await waitForRows(page, ['#####', '#@$.#', '#   #', '#####']);
    await undo();
    await button(page, 'Fill f').click();
    const at = await point(page, 2 * 6 + 4, 6, 4);
    await page.keyboard.press('4');
    await page.mouse.click(at.x, at.y);
    await waitForRows(page, ['######', '#@.$.#', '#....#', '######']);
    await undo();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('“Is it solvable?” and “Solve” answer what is true', async () => {
    const page = await open(browser, edit(['#######', '#@ $ .#', '#######']));
    const answer = page.getByTestId('solvable');
    await button(page, 'Is it solvable?').click();
    await answer.getByText('Yes: a solution with 2 pushes is known.').waitFor({ timeout: 30_000 });
    await button(page, 'Solve').click();
    await answer.getByText('Solved: 2 pushes, 3 moves.').waitFor({ timeout: 30_000 });
    await button(page, 'Show the solution').click();
    await page.getByText('your own game waits').waitFor();
    await page.keyboard.press('End');
    await page.locator('.board .box.home').waitFor();
    // A box against the wall whose goal is elsewhere: no, and that is proved. Nothing is said of another drawing.
    await page.goto(edit(['#######', '#@  $ #', '#   . #', '#     #', '#######']));
    await button(page, 'Is it solvable?').click();
    await answer.getByText(/No, and that is proved/).waitFor({ timeout: 30_000 });
    await button(page, '⇋ Mirror').click();
    await answer.getByText(/No, and that is proved/).waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('“How hard is it?” has a grade with reasons, or says why not', async () => {
    const page = await open(browser, edit(['#######', '## .  #', '##$$  #', '##.#@ #', '#######']));
    const grade = page.getByTestId('grade');
    await button(page, 'How hard is it?').click();
    await grade.getByText(/How hard: \d+ of 100/).waitFor({ timeout: 30_000 });
    // It is the grade of that drawing, not of another.
    await page.goto(edit(['#######', '#@  $ #', '#   . #', '#     #', '#######']));
    await grade.getByText(/How hard/).waitFor({ state: 'detached' });
    await page.getByText(/✓ Yes/).waitFor();
    await button(page, 'How hard is it?').click();
    await grade.getByText('No grade: the level has no solution.').waitFor({ timeout: 30_000 });
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a finger draws, and tools are tiles that it can hit', async () => {
    const page = await open(browser, edit(rows), { hasTouch: true, viewport: { width: 390, height: 844 } });
    await waitForRows(page, rows);
    const tiles = page.getByRole('toolbar', { name: 'Tools' }).getByRole('button');
    assert.equal(await tiles.locator('.tile svg').count(), 6);
    await tiles.filter({ hasText: 'Wall' }).tap();
    const [from, to] = [await point(page, 2 * 6 + 1, 6, 4), await point(page, 2 * 6 + 4, 6, 4)];
    const finger = await page.context().newCDPSession(page);
    const touch = (type, points) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', [from]);
    for (let i = 1; i <= 6; i++) await touch('touchMove', [{ x: from.x + ((to.x - from.x) * i) / 6, y: from.y }]);
    await touch('touchEnd', []);
    await waitForRows(page, ['######', '#@ $.#', '######', '######']);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a level that the library has is told before it is kept twice', async () => {
    const page = await open(browser, edit(['###', '#@#', '# #', '#$#', '# #', '#.#', '###']));
    await page.getByText(/✓ Yes/).waitFor();
    await button(page, 'Save').click();
    await page.getByTestId('twin').getByText('It plays like Tutorial 1').waitFor();
    await button(page, 'Save all the same').click();
    await page.getByText('is kept in My levels').first().waitFor();
    await page.context().close();
  });
});
