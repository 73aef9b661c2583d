// A game is a tree: five ways in which a game used to be lost, two windows, jobs that
// go on, solutions and whose they are.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { boxCells, folder, levelLink, manCell, open, point, serve, waitForBox, waitForMan } from './harness.mjs';
import { enterLongLines, keyTimes } from './measure.mjs';
import { browser, host, test } from './stage.mjs';

const tab = (page, name) => page.getByRole('tab', { name }).click();
const moves = (page, n) => page.locator('#board-status').getByText(n === 1 ? '1 move' : `${n} moves`, { exact: true }).waitFor();
const lines = (page) => page.getByTestId('lines').getByRole('listitem');
/** The other lines of the game on the board. */
const otherLines = async (page, n) => {
  await tab(page, 'Saved');
  await page.waitForFunction((n) => document.querySelectorAll('[data-testid=lines] > li').length === n, n);
};

/** A corridor of its own for each test, so that none finds the game of another. */
let nCorridors = 0;
const corridor = () => {
  const wall = '#'.repeat(12);
  return levelLink([wall, '#@ $      .#', ...Array(++nCorridors).fill('#          #'), wall]);
};
const WIDTH = 12;

async function start(link = corridor(), options = {}) {
  const page = await open(browser, host.url + link, options);
  await page.locator('.board .box').first().waitFor();
  return page;
}

async function press(page, keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** Three steps to the right, two of them pushes. */
async function playThree(page) {
  await press(page, ['d', 'd', 'd']);
  await waitForBox(page, WIDTH + 5);
}

describe('nothing is lost', () => {
  test('by a restart and a step', async () => {
    const page = await start();
    await playThree(page);
    await press(page, ['r', 's']);
    await waitForMan(page, 2 * WIDTH + 1);
    await otherLines(page, 1);
    await lines(page).getByRole('button', { name: /3 moves, 2 pushes · you/ }).click();
    await waitForBox(page, WIDTH + 5);
    await moves(page, 3);
    await page.waitForTimeout(500);
    await page.reload();
    await waitForBox(page, WIDTH + 5);
    await otherLines(page, 1);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('by a reverse game', async () => {
    const page = await start();
    await playThree(page);
    await press(page, ['v']);
    await waitForBox(page, WIDTH + 10);
    await press(page, ['d']);
    await waitForMan(page, WIDTH + 2);
    await page.reload();
    await page.locator('.reverse', { hasText: 'Pull game' }).waitFor();
    await press(page, ['v']);
    await waitForBox(page, WIDTH + 5);
    await moves(page, 3);
    // And the reverse game is where it was left.
    await press(page, ['v']);
    await waitForMan(page, WIDTH + 2);
    await moves(page, 1);
    await page.context().close();
  });

  test('by a solution that is replayed and played on from', async () => {
    const page = await start();
    await press(page, ['s']);
    await waitForMan(page, 2 * WIDTH + 1);
    await tab(page, 'Solve');
    await page.getByRole('button', { name: 'Solve from here' }).click();
    await page.locator('#tab-panel').getByRole('button', { name: '▶ Replay' }).first().click();
    await page.getByText(/your own game waits/).waitFor();
    await press(page, ['p', 'Home', 's', 'd']);
    await waitForMan(page, 2 * WIDTH + 2);
    await page.reload();
    await waitForMan(page, 2 * WIDTH + 2);
    // The solver's line is still there, under its name.
    await tab(page, 'Saved');
    await page.getByRole('button', { name: /^Solution by/ }).first().click();
    await page.getByText(/Solution by .*: your own game waits/).waitFor();
    await page.getByRole('button', { name: 'Back to my game' }).click();
    await waitForMan(page, 2 * WIDTH + 2);
    await page.context().close();
  });

  test('by a click on the map', async () => {
    const page = await start(levelLink(['#######', '#     #', '# @$ .#', '#     #', '#     #', '#     #', '#######']));
    await press(page, ['w', 'd', 'd', 'd']);
    await moves(page, 4);
    const man = await manCell(page);
    await tab(page, 'Map');
    await page.locator('.map .node.solved').first().click();
    await page.getByText('✓ Solved').waitFor();
    await page.getByRole('button', { name: 'Back to my game' }).click();
    await waitForMan(page, man);
    await moves(page, 4);
    await page.reload();
    await waitForMan(page, man);
    await page.context().close();
  });

  test('by another window, and each sees the other\'s moves', async () => {
    const link = corridor();
    const one = await start(link);
    const two = await one.context().newPage();
    two.setDefaultTimeout(10_000);
    await two.goto(host.url + link);
    await two.locator('.board .box').waitFor();
    await playThree(one);
    await press(two, ['s', 'd']);
    await waitForMan(two, 2 * WIDTH + 2);
    // Both have both lines, without a reload.
    await otherLines(two, 1);
    await lines(two).getByText('3 moves, 2 pushes').waitFor();
    await otherLines(one, 1);
    await lines(one).getByText('2 moves, 0 pushes').waitFor();
    assert.equal(await one.getByTestId('forks').getAttribute('data-forks'), '1');
    await one.reload();
    await one.locator('.board .box').waitFor();
    await otherLines(one, 1);
    await one.context().close();
  });

  test('by the way back after a lost push', async () => {
    const page = await start(levelLink(['#########', '#       #', '# @$ .  #', '#       #', '#########']));
    await press(page, ['d', 'd', 'd', 'd']);
    await waitForBox(page, 2 * 9 + 7);
    await page.getByTestId('alert').getByRole('button', { name: /Back to before it/ }).click();
    await waitForBox(page, 2 * 9 + 6);
    await press(page, ['w']);
    await otherLines(page, 1);
    await lines(page).getByRole('button', { name: /R.*1 move, 1 push/ }).click();
    await waitForBox(page, 2 * 9 + 7);
    await page.context().close();
  });
});

describe('lines', () => {
  test('are named, deleted, and brought back', async () => {
    const page = await start();
    await playThree(page);
    await press(page, ['r', 's', 'd']);
    await waitForMan(page, 2 * WIDTH + 2);
    await otherLines(page, 1);
    await page.getByRole('button', { name: 'Name this line' }).click();
    await page.getByLabel('Name of the line').fill('to the right');
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await lines(page).getByText('to the right').waitFor();
    await page.getByRole('button', { name: 'Delete this line' }).click();
    await otherLines(page, 0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await otherLines(page, 1);
    await page.getByRole('button', { name: 'Delete this line' }).click();
    await otherLines(page, 0);
    await page.reload();
    await page.locator('.board .box').waitFor();
    await otherLines(page, 0);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('that leave other lines are folded until one looks', async () => {
    const page = await start();
    await press(page, ['s', 'd', 'd', 'd', 'u', 'u', 'a']);
    await moves(page, 3);
    await press(page, ['r', 'd']);
    await waitForMan(page, WIDTH + 2);
    await otherLines(page, 1);
    const fold = page.getByRole('button', { name: 'Lines off this one' });
    assert.equal(await fold.getAttribute('aria-expanded'), 'false');
    await fold.click();
    await otherLines(page, 2);
    await page.reload();
    await page.locator('.board .box').waitFor();
    await otherLines(page, 2);
    await fold.click();
    await otherLines(page, 1);
    await page.context().close();
  });
});

describe('whose a solution is', () => {
  test('a replay does not mark the level as mine, solving it does', async (t) => {
    const own = await serve({ data: folder(t) });
    t.after(own.kill);
    const page = await open(browser, own.url + '#/play/tutorial/1');
    await page.locator('.board .box').first().waitFor();
    await tab(page, 'Solve');
    await page.getByRole('button', { name: 'Solve from here' }).click();
    await page.locator('#tab-panel').getByRole('button', { name: '▶ Replay' }).first().click();
    await page.getByText('✓ Solved by the solver').waitFor({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByTestId('solutions').locator('[data-by=solver]').waitFor();
    const letters = await page.getByLabel('Solution as letters').inputValue();
    await page.getByRole('link', { name: 'Library' }).click();
    const card = page.locator('.card').first();
    await card.getByText('by the solver').waitFor();
    await page.getByText(/\b0 of \d+ solved/).waitFor();
    // The same moves by hand are one's own.
    await card.click();
    await page.locator('.board .box').first().waitFor();
    await press(page, ['r']);
    await press(page, [...letters.toLowerCase()].map((l) => ({ l: 'ArrowLeft', r: 'ArrowRight', u: 'ArrowUp', d: 'ArrowDown' })[l]));
    await page.getByText('✓ Solved', { exact: true }).waitFor();
    await tab(page, 'Solve');
    await page.getByTestId('solutions').locator('[data-by=you]').waitFor();
    await page.getByRole('link', { name: 'Library' }).click();
    await card.getByText(/✓ \d+ push/).waitFor();
    await page.context().close();
  });

  test('solutions are pasted, compared and improved', async () => {
    const page = await start(levelLink(['#########', '#@      #', '# $   . #', '#       #', '#########']));
    await tab(page, 'Solve');
    const list = page.getByTestId('solutions');
    const paste = async (letters) => {
      await page.getByLabel('Moves of a solution').fill(letters);
      await page.getByRole('button', { name: 'Keep', exact: true }).click();
    };
    await paste('dRR');
    await page.getByText('the referee says that this is no solution').first().waitFor();
    // The next one is typed while the first is still being kept.
    let answer;
    const held = new Promise((resolve) => (answer = resolve));
    await page.route('**/api/solutions', async (route) => (await held, route.continue()), { times: 1 });
    await paste('dRRRR');
    await page.getByLabel('Moves of a solution').fill('rrrlll dd u RRRR');
    answer();
    await list.getByRole('checkbox').first().waitFor();
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await list.getByRole('button', { name: 'Improve' }).nth(1).waitFor();
    for (const box of await list.getByRole('checkbox').all()) await box.check();
    const compare = page.getByTestId('compare');
    await compare.getByText('move 0 of 5').waitFor();
    await compare.getByRole('slider').fill('4');
    await compare.getByText('move 5 of 5').waitFor();
    await compare.getByText('move 13 of 13').waitFor();
    await page.getByLabel('Fewer').selectOption('moves');
    await list.getByRole('button', { name: 'Improve' }).nth(1).click();
    const better = page.getByTestId('optimise');
    await better.getByText(/4 → 4 pushes, 13 → 5 moves/).waitFor({ timeout: 30_000 });
    await better.getByText(/Moves \d+ to \d+/).first().waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
});

describe('jobs and the connection', () => {
  test('a job goes on while its panel is left, and its result is there', async () => {
    const rows = ['####################', '#@                 #', ...Array(5).fill(['# $ $ $ $   ....   #', '#                  #']).flat(), '####################', '####################'];
    const page = await start(levelLink(rows));
    await tab(page, 'Solve');
    await page.getByRole('combobox', { name: 'Engine' }).selectOption('bfs');
    await page.getByRole('button', { name: 'Solve from here' }).click();
    const expanded = () => page.waitForFunction(() => /Expanded\s+[1-9]/.test(document.querySelector('[data-testid=counters]')?.innerText ?? ''));
    await expanded();
    await tab(page, 'Hints');
    await page.waitForTimeout(300);
    await tab(page, 'Solve');
    await expanded();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('status').filter({ hasText: 'No answer: stopped (cancelled).' }).waitFor();
    await tab(page, 'Hints');
    await tab(page, 'Solve');
    await page.getByRole('status').filter({ hasText: 'No answer: stopped (cancelled).' }).waitFor();
    await page.context().close();
  });

  test('without a server there is one message and one chain of attempts', async (t) => {
    const data = folder(t);
    const first = await serve({ data });
    const page = await open(browser, first.url + corridor());
    await page.locator('.board .box').waitFor();
    await playThree(page);
    await tab(page, 'Solve');
    await first.kill();
    const asked = [];
    page.on('request', (request) => asked.push([Date.now(), request.url()]));
    const { x, y } = await point(page, WIDTH + 5, WIDTH, 3 + nCorridors);
    await press(page, ['a', 'd', 'w']);
    await page.mouse.click(x, y);
    await page.getByRole('button', { name: 'Solve from here' }).click();
    await page.getByText('The server does not answer').first().waitFor();
    await page.waitForTimeout(5000);
    assert.equal(await page.getByText('The server does not answer').count(), 1);
    // The pauses between attempts grow; there are few of them.
    const probes = asked.filter(([, url]) => url.endsWith('/icon.svg')).map(([time]) => time);
    assert.ok(probes.length >= 2 && probes.length <= 5, `${probes.length} attempts`);
    const last = asked.slice(-1)[0];
    assert.ok(last[1].endsWith('/icon.svg'), `${last[1]} is asked again and again`);
    const second = await serve({ data, port: first.port });
    t.after(second.kill);
    await page.getByText('The server does not answer').waitFor({ state: 'detached', timeout: 15_000 });
    await press(page, ['d']);
    await waitForBox(page, WIDTH + 6);
    assert.deepEqual(await boxCells(page), [WIDTH + 6]);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
});

describe('large trees', () => {
  test('of a hundred thousand nodes are played on', async () => {
    const link = corridor();
    const page = await start(link);
    await enterLongLines(page, host.url, link);
    await page.reload();
    await page.locator('.board .box').waitFor();
    await tab(page, 'Saved');
    await page.getByRole('button', { name: 'long 4', exact: true }).click();
    await moves(page, 20_011);
    assert.equal((await keyTimes(page, ['ArrowRight', 'ArrowLeft'], 20)).length, 20);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
});
