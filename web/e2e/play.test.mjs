import assert from 'node:assert/strict';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { boxCells, folder, levelLink, manCell, open, point, serve, waitForBox, waitForMan } from './harness.mjs';
import { browser, host, test } from './stage.mjs';

const rows = ['########', '#@     #', '# $  . #', '#      #', '########'];
const [WIDTH, HEIGHT] = [8, 5];
const link = levelLink(rows);
const [START, BOX, GOAL] = [WIDTH + 1, 2 * WIDTH + 2, 2 * WIDTH + 5];

/** Progress is kept with the board, so a level played before starts where it was left. */
async function restart(page) {
  await page.locator('.board .box').waitFor();
  await page.keyboard.press('r');
  await waitForMan(page, START);
  await waitForBox(page, BOX);
  await page.getByText('✓ Solved').waitFor({ state: 'detached' });
}

/** Waits until a dialogue is closed and the page has its keys back, which takes a few frames. */
async function gone(dialog) {
  await dialog.waitFor({ state: 'detached' });
  await dialog.page().waitForTimeout(300);
}

const solved = (page) => page.getByText('✓ Solved').waitFor();

describe('playing', () => {
  test('by keys to the end, and back to the start', async () => {
    const page = await open(browser, host.url + link);
    await page.locator('.board .box').waitFor();
    for (const key of ['ArrowDown', 'l', 'd', 'ArrowRight']) await page.keyboard.press(key);
    await solved(page);
    assert.deepEqual(await boxCells(page), [GOAL]);
    await page.getByText('best 3 pushes / 4 moves').waitFor();
    for (let i = 0; i < 4; i++) await page.keyboard.press('u');
    await waitForMan(page, START);
    assert.deepEqual(await boxCells(page), [BOX]);
    assert.equal(await page.getByText('✓ Solved').count(), 0);
    await page.keyboard.press('End');
    await solved(page);
    // All pushes of the box at once; the walk to it stays.
    await page.keyboard.press('[');
    await waitForBox(page, BOX);
    await waitForMan(page, BOX - 1);
    await page.keyboard.press(']');
    await solved(page);
    await page.keyboard.press('r');
    await waitForMan(page, START);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('steps into walls change nothing', async () => {
    const page = await open(browser, host.url + levelLink(['#####', '#@$.#', '#####']));
    await page.locator('.board .box').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await solved(page);
    await page.getByText('best 1 push / 1 move').waitFor();
    await page.context().close();
  });

  test('by clicks: walk, choose a box, choose its square', async () => {
    const page = await open(browser, host.url + link + '//clicks');
    await restart(page);
    const click = async (cell) => {
      const { x, y } = await point(page, cell, WIDTH, HEIGHT);
      await page.mouse.click(x, y);
    };
    const far = 3 * WIDTH + 6;
    await click(far);
    await waitForMan(page, far);
    await click(BOX);
    await page.locator('.board .target').first().waitFor();
    await click(GOAL);
    await solved(page);
    await page.context().close();
  });

  test('by dragging, and by touch', async () => {
    const page = await open(browser, host.url + levelLink([...rows, '########']), { hasTouch: true });
    await restart(page);
    const from = await point(page, BOX, WIDTH, HEIGHT + 1);
    const to = await point(page, GOAL, WIDTH, HEIGHT + 1);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, from.y, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await solved(page);
    await page.keyboard.press('r');
    await waitForBox(page, BOX);
    await page.touchscreen.tap(from.x, from.y);
    await page.locator('.board .target').first().waitFor();
    await page.touchscreen.tap(to.x, to.y);
    await solved(page);
    await page.keyboard.press('r');
    await waitForBox(page, BOX);
    // A finger drags too.
    const finger = await page.context().newCDPSession(page);
    const touch = (type, points) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', [from]);
    for (let i = 1; i <= 6; i++) await touch('touchMove', [{ x: from.x + ((to.x - from.x) * i) / 6, y: from.y }]);
    await page.locator('.board .ghost').waitFor();
    await touch('touchEnd', []);
    await solved(page);
    await page.context().close();
  });

  test('a dragged box shows its way and the man\'s before it goes', async () => {
    const page = await open(browser, host.url + levelLink([...rows, '########', '########']));
    await restart(page);
    const at = (cell) => point(page, cell, WIDTH, HEIGHT + 2);
    const [from, over, wall] = [await at(BOX), await at(GOAL), await at(0)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(over.x, over.y, { steps: 5 });
    const ways = page.locator('.board .way polyline');
    await page.locator('.board .ghost').waitFor();
    assert.equal(await ways.count(), 2);
    const path = async (kind) => (await page.locator(`.board .way.${kind} polyline`).getAttribute('points')).split(' ').length;
    assert.equal(await path('box'), 4);
    assert.equal(await path('man'), 5);
    assert.equal(await page.locator('.board .label.way').textContent(), '33');
    await page.mouse.move(wall.x, wall.y, { steps: 3 });
    await ways.first().waitFor({ state: 'detached' });
    await page.mouse.move(over.x, over.y, { steps: 3 });
    await page.locator('.board .ghost').waitFor();
    await page.mouse.up();
    await solved(page);
    assert.equal(await page.locator('.board .ghost').count(), 0);
    await page.context().close();
  });

  test('keys can be changed, are kept, and go back', async () => {
    const page = await open(browser, host.url + levelLink(['#######', '#@  $.#', '#######']));
    await page.locator('.board .box').waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add a key for: Step right' }).click();
    await page.keyboard.press('x');
    await dialog.getByText('X is now “Step right”.').waitFor();
    // A key that has another command already changes hands; digits do not.
    await dialog.getByRole('button', { name: 'Add a key for: Step left' }).click();
    await page.keyboard.press('u');
    await dialog.getByText('no longer “Undo one step”').waitFor();
    await dialog.getByRole('button', { name: 'Add a key for: Step left' }).click();
    await page.keyboard.press('3');
    await dialog.getByText('The digits belong to the layers.').waitFor();
    await dialog.getByRole('button', { name: 'Take D away from: Step right' }).click();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await gone(dialog);
    await page.keyboard.press('d');
    await page.keyboard.press('x');
    await waitForMan(page, 9);
    await page.keyboard.press('u');
    await waitForMan(page, 8);
    await page.reload();
    await page.locator('.board .box').waitFor();
    await page.keyboard.press('x');
    await waitForMan(page, 9);
    await page.keyboard.press('?');
    await dialog.getByRole('button', { name: 'Reset keys' }).click();
    await page.keyboard.press('Escape');
    await gone(dialog);
    await page.keyboard.press('x');
    await page.keyboard.press('d');
    await waitForMan(page, 10);
    await page.keyboard.press('u');
    await waitForMan(page, 9);
    // Caps Lock, and a keyboard of another script.
    await page.keyboard.press('D');
    await waitForMan(page, 10);
    await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'г', code: 'KeyU', bubbles: true })));
    await waitForMan(page, 9);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('by scrubber through the history', async () => {
    const page = await open(browser, host.url + levelLink(['#######', '#@ $ .#', '#######']));
    await page.locator('.board .box').waitFor();
    for (let i = 0; i < 3; i++) await page.keyboard.press('d');
    await solved(page);
    await page.getByRole('slider', { name: 'Moves' }).fill('1');
    await waitForMan(page, 9);
    await page.context().close();
  });

  test('saved positions come back', async () => {
    const page = await open(browser, host.url + levelLink(['########', '#@ $  .#', '########']));
    await page.locator('.board .box').waitFor();
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await waitForBox(page, 12);
    await page.keyboard.press('m');
    await page.getByLabel('Name of the position').fill('halfway');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'halfway', exact: true }).waitFor();
    await page.keyboard.press('r');
    await waitForMan(page, 9);
    await page.reload();
    await page.getByRole('tab', { name: 'Saved' }).click();
    await page.getByRole('button', { name: 'halfway', exact: true }).click();
    await waitForBox(page, 12);
    await page.getByRole('button', { name: 'Remove halfway' }).click();
    await page.getByRole('button', { name: 'halfway', exact: true }).waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe('sharing', () => {
  test('a link carries the level, the moves and the title', async () => {
    const page = await open(browser, host.url + levelLink(['########', '#@ $ . #', '########']) + '/rRR/Two%20pushes');
    await page.getByRole('heading', { name: 'Two pushes' }).waitFor();
    await page.getByText('Shared game: your own game waits.').waitFor();
    await page.keyboard.press('End');
    await waitForBox(page, 8 + 5);
    await page.getByRole('button', { name: 'Back to my game' }).click();
    await waitForBox(page, 8 + 3);
    await page.context().close();
  });

  test('the button makes a link that another browser can follow', async () => {
    const page = await open(browser, host.url + levelLink(['########', '#@  $ .#', '########']), { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.board .box').waitFor();
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await waitForBox(page, 8 + 5);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('The link is copied').first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await page.context().close();
    // Its moves are in the tree already, as one's own.
    const other = await open(browser, copied);
    await other.locator('.board .box').waitFor();
    await other.keyboard.press('End');
    await waitForBox(other, 8 + 5);
    await other.context().close();
  });
});

describe('keeping', () => {
  test('a reload finds the game where it was', async () => {
    const page = await open(browser, host.url + levelLink(['#########', '#@ $   .#', '#########']));
    await page.locator('.board .box').waitFor();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await waitForMan(page, 9 + 4);
    await page.reload();
    await waitForMan(page, 9 + 4);
    await page.context().close();
  });

  test('without its database the game goes on and the page says so', async (t) => {
    const data = folder(t);
    const own = await serve({ data });
    t.after(own.kill);
    const page = await open(browser, own.url + levelLink(['###########', '#@ $     .#', '###########']));
    await page.locator('.board .box').waitFor();
    const notice = page.getByTestId('unsaved');
    await page.keyboard.press('ArrowRight');
    await waitForMan(page, 11 + 2);
    assert.equal(await notice.count(), 0);
    // The database is taken away, and put back.
    for (const file of readdirSync(data)) renameSync(join(data, file), join(data, `away-${file}`));
    await page.keyboard.press('ArrowRight');
    await waitForMan(page, 11 + 3);
    await notice.getByText('This game is not being saved: the database file is gone').waitFor();
    await page.keyboard.press('ArrowRight');
    await waitForMan(page, 11 + 4);
    for (const file of readdirSync(data)) renameSync(join(data, file), join(data, file.replace('away-', '')));
    await page.keyboard.press('ArrowRight');
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await waitForMan(page, 11 + 5);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a killed server loses nothing that it acknowledged', async (t) => {
    const data = folder(t);
    const first = await serve({ data });
    const page = await open(browser, first.url + levelLink(['##########', '#@ $    .#', '##########']));
    await page.locator('.board .box').waitFor();
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await waitForMan(page, 10 + 5);
    await first.kill();
    await page.keyboard.press('ArrowRight');
    await page.getByText('The server does not answer').waitFor();
    assert.equal(await manCell(page), 10 + 5);
    const second = await serve({ data, port: first.port });
    t.after(second.kill);
    await page.getByText('The server does not answer').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await waitForMan(page, 10 + 6);
    await page.reload();
    await waitForMan(page, 10 + 6);
    await page.context().close();
  });
});
