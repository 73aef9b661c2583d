import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe } from 'node:test';
import { folder, levelLink, open, point, serve, waitForBox, waitForMan } from './harness.mjs';
import { browser, host, test } from './stage.mjs';

const solved = (page) => page.getByText('✓ Solved').waitFor();
const says = (page, hasText) => page.getByRole('status').filter({ hasText }).waitFor();
const tab = (page, name) => page.getByRole('tab', { name }).click();
const easy = levelLink(['########', '#@     #', '# $ $  #', '#   .. #', '#      #', '########']);
/** A box pushed to the right of its goal's column is lost at the wall. */
const trap = levelLink(['########', '#      #', '# @$ . #', '#      #', '########']);

describe('solving', () => {
  test('solve, see the counters, replay, save', async () => {
    const page = await open(browser, host.url + easy);
    await tab(page, 'Solve');
    await page.getByRole('button', { name: 'Solve from here' }).click();
    await says(page, /Solved: \d+ pushes/);
    assert.match(await page.getByTestId('counters').innerText(), /Expanded\s+[1-9]/);
    const letters = await page.getByLabel('Solution as letters').inputValue();
    assert.match(letters, /^[lurdLURD]+$/);
    await page.getByRole('slider', { name: 'Speed' }).fill('40');
    await page.locator('#tab-panel').getByRole('button', { name: '▶ Replay' }).first().click();
    await page.getByText('your own game waits').waitFor();
    await page.locator('#board-status').getByText(`${letters.length} moves`).waitFor();
    await page.getByRole('button', { name: 'Back to my game' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/best \d+ pushes/).waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a hard search is stopped at once', async () => {
    // Twenty boxes in a hall: breadth-first search does not end in the time of a test.
    const rows = ['####################', '#@                 #', ...Array(5).fill(['# $ $ $ $   ....   #', '#                  #']).flat(), '####################'];
    const page = await open(browser, host.url + levelLink(rows));
    await tab(page, 'Solve');
    await page.getByRole('combobox', { name: 'Engine' }).selectOption('bfs');
    await page.getByRole('button', { name: 'Solve from here' }).click();
    await page.waitForFunction(() => /Expanded\s+[1-9]/.test(document.querySelector('[data-testid=counters]').innerText));
    await page.getByRole('button', { name: 'Stop' }).click();
    await says(page, 'No answer: stopped (cancelled).');
    await page.context().close();
  });

  test('an unsolvable level is called so', async () => {
    const page = await open(browser, host.url + levelLink(['#######', '#@  $ #', '#   . #', '#     #', '#######']));
    await tab(page, 'Solve');
    await page.getByRole('button', { name: 'Solve from here' }).click();
    await says(page, 'Proved: this position has no solution.');
    await page.context().close();
  });

  test('hint ladder to a solved level', async () => {
    const page = await open(browser, host.url + levelLink(['#########', '#@      #', '# $ $   #', '#    .. #', '#       #', '#########']));
    await page.locator('.board .box').first().waitFor();
    await page.keyboard.press('i');
    await page.getByTestId('hint').getByText(/Look at the box at row/).waitFor();
    await page.locator('.board .ring.hint').waitFor();
    await page.keyboard.press('i');
    await page.getByTestId('hint').getByText(/Bring the box at row/).waitFor();
    await page.keyboard.press('i');
    await page.getByTestId('hint').getByText(/Push the box at row .* (left|right|up|down)/).waitFor();
    await page.locator('.board .arrow.hint').waitFor();
    for (let i = 0; i < 40 && (await page.getByText('✓ Solved').count()) === 0; i++) {
      await page.keyboard.press('i');
      await page.waitForTimeout(60);
    }
    await solved(page);
    await page.context().close();
  });
});

describe('layers', () => {
  test('each layer on and off, by button and by key', async () => {
    const rooms = levelLink(['##########', '#    #   #', '# $  #   #', '#  @$  ..#', '#    #   #', '##########']);
    const page = await open(browser, host.url + rooms, { viewport: { width: 1400, height: 900 } });
    const areas = page.getByRole('group', { name: 'Area layers' }).getByRole('button');
    const arrows = page.getByRole('group', { name: 'Arrow layers' }).getByRole('button');
    await areas.first().waitFor();
    await page.getByText('More areas').click();
    const marks = page.locator('.board .mark');
    const answer = page.locator('.said .muted').first();
    const [nAreas, nArrows] = [await areas.count(), await arrows.count()];
    assert.ok(nAreas >= 4 && nArrows >= 2);
    const at = await point(page, 3 * 10 + 4, 10, 6);
    let nShown = 0;
    for (let i = 0; i < nAreas + nArrows; i++) {
      const button = i < nAreas ? areas.nth(i) : arrows.nth(i - nAreas);
      await page.mouse.move(at.x, at.y);
      await button.evaluate((element) => element.click());
      assert.equal(await button.getAttribute('aria-pressed'), 'true');
      await answer.waitFor();
      // Marks are drawn a frame after the answer.
      const drawn = marks.first().waitFor({ state: 'attached', timeout: 1000 });
      nShown += await drawn.then(() => 1, () => 0);
      await button.evaluate((element) => element.click());
      await answer.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.querySelectorAll('.board .mark').length === 0);
    }
    // Nearly every layer has something to show of this level.
    assert.ok(nShown >= nAreas + nArrows - 2, `${nShown} of ${nAreas + nArrows}`);
    await page.keyboard.press('Digit2');
    await marks.first().waitFor({ state: 'attached' });
    await page.keyboard.press('Digit0');
    await page.waitForFunction(() => document.querySelectorAll('.board .mark').length === 0);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('arrows of the box pointed at alone', async () => {
    const page = await open(browser, host.url + easy, { viewport: { width: 1400, height: 900 } });
    await page.locator('.board .box').first().waitFor();
    await page.keyboard.press('Shift+Digit1');
    const arrows = page.locator('.board .arrow');
    await arrows.first().waitFor();
    const all = await arrows.count();
    await page.getByLabel('Arrows of').selectOption('box pointed at');
    const { x, y } = await point(page, 2 * 8 + 2, 8, 6);
    await page.mouse.move(x, y);
    await page.waitForFunction((n) => document.querySelectorAll('.board .arrow').length < n, all);
    assert.ok((await arrows.count()) > 0);
    assert.equal(await page.locator('.board .arrow[opacity]').count(), 0);
    await page.context().close();
  });

  test('an alert explains itself and leads back', async () => {
    const page = await open(browser, host.url + trap);
    await page.locator('.board .box').waitFor();
    for (const key of ['d', 'd', 'd']) await page.keyboard.press(key);
    await waitForBox(page, 2 * 8 + 6);
    const alert = page.getByTestId('alert');
    await alert.waitFor();
    assert.match(await alert.innerText(), /Deadlock\.\s+\S+/);
    await page.locator('.board .box.guilty').waitFor();
    await alert.getByRole('button', { name: /Back to before it/ }).click();
    await waitForBox(page, 2 * 8 + 5);
    await alert.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('the alert can be off, and can be backed by a search', async () => {
    const page = await open(browser, host.url + trap, { viewport: { width: 1400, height: 900 } });
    await page.locator('.board .box').waitFor();
    await page.getByLabel('Alert').selectOption('off');
    await page.keyboard.press('r');
    for (const key of ['d', 'd', 'd']) await page.keyboard.press(key);
    await waitForBox(page, 2 * 8 + 6);
    await page.waitForTimeout(300);
    assert.equal(await page.getByTestId('alert').count(), 0);
    await page.keyboard.press('r');
    await page.getByLabel('Alert').selectOption('search');
    await page.getByText(/Solvable: a solution with \d+ pushes is known/).waitFor();
    await page.context().close();
  });
});

describe('map', () => {
  test('you are here, click to jump, dead parts', async () => {
    const page = await open(browser, host.url + levelLink(['#######', '#     #', '# @$ .#', '#     #', '#######']));
    await tab(page, 'Map');
    await page.locator('.map .node.here').waitFor();
    assert.ok((await page.locator('.map .node.solved').count()) > 0);
    await page.getByText(/states? in \d+ components?/).waitFor();
    await page.getByTestId('map-pushes').getByText(/Pushes here: 4; \d can never be undone/).waitFor();
    assert.equal(await page.locator('.board .arrow').count(), 4);
    await page.locator('.map .node.solved').first().click();
    await solved(page);
    await page.locator('.map .node.solved.here').waitFor();
    await page.context().close();
  });

  test('a node pointed at shows its position, and a component opens into its states', async () => {
    const page = await open(browser, host.url + levelLink(['#######', '#     #', '# @$ .#', '#     #', '#     #', '#######']));
    await tab(page, 'Map');
    const preview = page.getByTestId('map-preview');
    await preview.locator('.box').first().waitFor();
    const before = await preview.innerHTML();
    // The position of the solved node is another one.
    await page.locator('.map .node.solved').first().hover();
    await page.waitForFunction((was) => {
      const now = document.querySelector('[data-testid=map-preview]');
      return now.querySelectorAll('.box').length === 1 && now.innerHTML !== was;
    }, before);
    const components = await page.locator('.map .node').count();
    const size = Number(/^(\d+) states/.exec(await page.locator('.map .node.here').getAttribute('aria-label'))[1]);
    assert.ok(size > 1);
    await page.getByRole('button', { name: 'Open this one' }).click();
    await page.getByText(`One component, ${size} states`).waitFor();
    assert.equal(await page.locator('.map .node').count(), size);
    // A state of it can be gone to, by keys too.
    await page.locator('.map .node.here').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => !document.querySelector('.map .node.start')?.classList.contains('here') && document.querySelector('.map .node.here'));
    await page.getByRole('button', { name: '← All components' }).click();
    assert.equal(await page.locator('.map .node').count(), components);
    await page.locator('.map .node.here').dblclick();
    await page.getByText(`One component, ${size} states`).waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a graph that is too large gets a summary', async () => {
    const rows = ['####################', '#@                 #', ...Array(5).fill(['# $ $ $ $   ....   #', '#                  #']).flat(), '####################'];
    const page = await open(browser, host.url + levelLink(rows));
    await tab(page, 'Map');
    await page.waitForFunction(() => /Exploring: [1-9]/.test(document.querySelector('#tab-panel').textContent));
    await page.locator('#tab-panel').getByRole('button', { name: 'Stop' }).click();
    await page.getByText(/Too large to map whole: /).waitFor();
    await page.getByText('States by depth').click();
    assert.ok((await page.locator('.bars .live').count()) > 1);
    await page.context().close();
  });
});

describe('reverse game', () => {
  test('pull the box back and get a solution', async () => {
    const page = await open(browser, host.url + levelLink(['#########', '#@ $  . #', '#########']));
    await page.locator('.board .box').waitFor();
    await page.keyboard.press('v');
    await waitForBox(page, 9 + 6);
    const at = await point(page, 9 + 5, 9, 3);
    await page.mouse.click(at.x, at.y);
    await waitForMan(page, 9 + 5);
    for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowLeft');
    await solved(page);
    await page.getByText('best 3 pushes / 4 moves').waitFor();
    await page.context().close();
  });
});

describe('library and editor', () => {
  test('a broken level gets its diagnostic', async () => {
    const page = await open(browser, host.url);
    await page.getByLabel('Level text').fill('#####\n#@$.\n#####\n');
    const problems = page.getByTestId('diagnostics');
    await problems.waitFor();
    assert.match(await problems.innerText(), /Error: .*walls are open/s);
    assert.match(await problems.innerText(), /line 2/);
    await page.getByLabel('Level text').fill('#####\n#@$.#\n#####\n');
    await problems.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await waitForMan(page, 6);
    await page.context().close();
  });

  test('a file can be chosen or dropped, and kept', async () => {
    const page = await open(browser, host.url);
    const text = '; Two of them\n\n#########\n#@$    .#\n#########\n\nTitle: First\n\n########\n#@ $  .#\n########\nTitle: Second\n';
    await page.locator('input[type=file]').setInputFiles({ name: 'pair.xsb', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Keep all 2' }).waitFor();
    await page.getByLabel('Level text').fill('');
    await page.evaluate((text) => {
      const carried = new DataTransfer();
      carried.items.add(new File([text], 'pair.xsb'));
      document.querySelector('.library').dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
    }, text);
    await page.getByRole('button', { name: 'Keep all 2' }).click();
    await page.getByText(/2 levels kept in/).first().waitFor();
    await page.getByText('2. Second').waitFor();
    await page.context().close();
  });

  test('built-in levels are listed, searched and opened', async () => {
    const page = await open(browser, host.url);
    await page.locator('.card').first().waitFor();
    await page.getByLabel('Search').fill('no such level');
    await page.getByText('No level fits').waitFor();
    await page.getByLabel('Search').fill('');
    await page.locator('.card').first().click();
    await page.locator('.board .box').first().waitFor();
    await page.context().close();
  });

  test('draw, see faults, test-play, save, find it again', async (t) => {
    const own = await serve({ data: folder(t) });
    t.after(own.kill);
    const page = await open(browser, own.url + '#/edit');
    const verdict = page.getByRole('status');
    await verdict.getByText('there is no man').waitFor();
    const click = async (cell) => {
      const { x, y } = await point(page, cell, 10, 8);
      await page.mouse.click(x, y);
    };
    await page.keyboard.press('5');
    await click(11);
    await page.keyboard.press('3');
    await click(24);
    await verdict.getByText('there are more boxes').waitFor();
    await page.keyboard.press('4');
    await click(26);
    await verdict.getByText(/✓ Yes/).waitFor();
    assert.ok((await page.locator('.board .tint.dead').count()) > 10);
    // By keys: a wall in the middle, and away with it.
    await page.locator('.board').focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('#');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Title of the level').fill('Mine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Mine is kept in My levels').first().waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
    assert.equal(file.suggestedFilename(), 'Mine.xsb');
    assert.match(readFileSync(await file.path(), 'utf8'), /^Mine\n\n#{10}\n#@/);
    await page.getByRole('button', { name: 'Test-play' }).click();
    await page.locator('.board .man').waitFor();
    await page.getByRole('link', { name: 'Library' }).click();
    await page.getByRole('link', { name: /My levels/ }).click();
    await page.getByText('1. Mine').waitFor();
    await page.context().close();
  });
});
