// The library, links and bad input: nothing that is pasted, dropped or linked makes a
// blank page, a broken board or a lost game.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { boxCells, folder, levelLink, open, serve, waitForBox, waitForMan } from './harness.mjs';
import { thousandBoxes } from './measure.mjs';
import { random } from './random.mjs';
import { browser, host, test } from './stage.mjs';

/** A corridor of our own for each number, and titles that can be told apart. */
function manyLevels(n) {
  const levels = [];
  for (let i = 1; i <= n; i++) {
    const [wide, high] = [5 + (i % 17), 1 + (i % 5)];
    const hall = Array(high).fill(`#${' '.repeat(wide)}#`);
    levels.push(['#'.repeat(wide + 2), `#@ $${' '.repeat(wide - 4)}.#`.slice(0, wide + 1) + '#', ...hall, '#'.repeat(wide + 2), `Title: Level of number ${i}`].join('\n'));
  }
  return levels.join('\n\n') + '\n';
}

/** A server that has opened a file of its own. */
async function withFile(t, text, name = 'many.xsb') {
  const data = folder(t);
  const file = join(data, name);
  writeFileSync(file, text);
  const own = await serve({ data, levels: [file] });
  t.after(own.kill);
  return own;
}

const paste = (page, text) => page.getByLabel('Level text').fill(text);
const alert = (page) => page.getByRole('alert').first();
const tutorialOne = '#######\n#@ $ .#\n#######\n';
/** The same level turned by a quarter, and one that no collection has. */
const turned = '###\n#@#\n# #\n#$#\n# #\n#.#\n###\n';
const fresh = '###########\n#@  $   # #\n#   #  .  #\n# $   . # #\n###########\n';

describe('links', () => {
  test('moves that break the rules are not played', async () => {
    const page = await open(browser, host.url + levelLink(['#######', '#@$ . #', '#######']) + '/4R/Through%20the%20wall');
    await alert(page).waitFor();
    assert.match(await page.getByTestId('diagnostics').innerText(), /move 4 \(right\): the box at row 2, column 6 goes into a wall.*line 1, column 4/s);
    await page.getByText('your own game waits').waitFor();
    await page.keyboard.press('End');
    await waitForBox(page, 7 + 5);
    assert.deepEqual(await boxCells(page), [7 + 5]);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('letters of a link are read by the rules, not by their case', async () => {
    const page = await open(browser, host.url + levelLink(['########', '#@ $ . #', '########']) + '/Rrr');
    await page.getByText('your own game waits').waitFor();
    await page.keyboard.press('End');
    await waitForBox(page, 8 + 5);
    await waitForMan(page, 8 + 4);
    await page.context().close();
  });

  test('a malformed link or address says so', async () => {
    const page = await open(browser, host.url);
    const level = levelLink(['#####', '#@$.#', '#####']);
    const bad = {
      '#/level/%E0%A4%A': /cannot be read/,
      [`${level}//100%`]: /title in this link cannot be read/,
      [`${level}/%zz`]: /moves in this link cannot be read/,
      '#/play/%/1': /collection in this link cannot be read/,
      '#/play/tutorial/none': /“none” is no number of a level/,
      '#/play/tutorial/999': /There is no level 999 in Tutorial/,
      '#/play/nowhere/1': /there is no collection "nowhere"/,
      '#/library/nowhere': /there is no collection "nowhere"/,
      '#/somewhere/else': /nothing at the address/,
      '#/level/9999999999x': /too large/,
      '#/level/5x.xpbo7': /a part of it is missing/,
      '#/level/qqq': /cannot be played/,
      '#/edit/%E0': /cannot be read/,
    };
    for (const [address, words] of Object.entries(bad)) {
      await page.goto(host.url + address);
      await alert(page).filter({ hasText: words }).waitFor({ timeout: 5000 }).catch(async () => {
        assert.fail(`${address}: ${await page.locator('main').innerText()}`);
      });
      assert.deepEqual(page.errors, [], address);
    }
    await page.getByRole('link', { name: 'Library', exact: true }).click();
    await page.locator('.card').first().waitFor();
    await page.context().close();
  });

  test('tab titles name the level, and one push is one push', async () => {
    const page = await open(browser, host.url + '#/play/tutorial/1');
    await page.locator('.board .box').waitFor();
    await page.waitForFunction(() => document.title === '1. One push · Tutorial · Sokoscope');
    await page.goto(host.url + levelLink(['######', '#@ $.#', '######']) + '//A%20corridor');
    await page.waitForFunction(() => document.title === 'A corridor · Sokoscope');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText('best 1 push / 2 moves').waitFor();
    assert.match(await page.locator('#board-status').innerText(), /2\s+moves\s*1\s+push\b(?!es)/);
    await page.goto(host.url + '#/edit');
    await page.waitForFunction(() => /Editor/.test(document.title));
    await page.goto(host.url + '#/library/starter');
    await page.waitForFunction(() => document.title === 'Starter · Sokoscope');
    await page.context().close();
  });
});

describe('a large level', () => {
  test('of 100 x 96 with 1,016 boxes is opened and played', async () => {
    const page = await open(browser, host.url + '#/play/tutorial/1');
    await page.locator('.board .box[data-cell="10"]').waitFor();
    await page.evaluate((link) => (location.hash = link), levelLink(thousandBoxes()));
    await page.waitForFunction(() => document.querySelectorAll('.board .box').length === 1016);
    await page.keyboard.press('ArrowDown');
    await waitForMan(page, 201);
    await page.context().close();
  });
});

describe('a long list', () => {
  test('scrolls with few elements, and Back finds it where it was', async (t) => {
    const own = await withFile(t, manyLevels(1623));
    const page = await open(browser, own.url + '#/library/opened');
    await page.getByRole('heading', { name: /0 of 1623 solved/ }).waitFor();
    const count = () => page.locator('.levels *').count();
    const most = [await count()];
    for (const part of [0.2, 0.5, 0.8, 1]) {
      await page.evaluate((p) => window.scrollTo(0, document.body.scrollHeight * p), part);
      await page.waitForTimeout(120);
      most.push(await count());
    }
    await page.getByText('1623. Level of number 1623').waitFor();
    assert.ok(Math.max(...most) < 1500, `${Math.max(...most)} elements`);
    // By number, and in the middle of the list by hand.
    await page.getByLabel('Go to', { exact: true }).fill('1400');
    await page.keyboard.press('Enter');
    const card = page.locator('[data-level="1400"]');
    await card.waitFor();
    await page.mouse.wheel(0, 100);
    await page.waitForTimeout(200);
    const before = await page.evaluate(() => window.scrollY);
    assert.ok(before > 5000);
    await card.click();
    await page.getByRole('heading', { name: '1400. Level of number 1400' }).waitFor();
    await page.getByRole('button', { name: 'Next level' }).click();
    await page.getByRole('heading', { name: '1401. Level of number 1401' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: '1400. Level of number 1400' }).waitFor();
    await page.goBack();
    await card.waitFor();
    await page.waitForTimeout(200);
    assert.ok(Math.abs((await page.evaluate(() => window.scrollY)) - before) < 3);
    assert.ok(await card.evaluate((one) => one.getBoundingClientRect().top < innerHeight && one.getBoundingClientRect().bottom > 0));
    // A reload keeps the place, too.
    await page.reload();
    await card.waitFor();
    assert.ok(Math.abs((await page.evaluate(() => window.scrollY)) - before) < 3);
    await page.context().close();
  });

  test('is filtered, sorted and searched, and remembers how', async (t) => {
    const own = await withFile(t, manyLevels(60));
    const page = await open(browser, own.url + '#/library/opened');
    const first = page.locator('.card .title').first();
    await first.waitFor();
    await page.getByLabel('Sides up to').fill('8');
    await page.getByText(/of 60 levels fit/).waitFor();
    const fits = Number(/(\d+) of 60/.exec(await page.getByText(/of 60 levels fit/).innerText())[1]);
    const expected = Array.from({ length: 60 }, (_, i) => i + 1).filter((i) => Math.max(7 + (i % 17), 4 + (i % 5)) <= 8).length;
    assert.equal(fits, expected);
    await page.getByLabel('Boxes from').fill('2');
    await page.getByText('No level fits').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByLabel('Sort by').selectOption('Size');
    await page.getByRole('button', { name: 'The other way round' }).click();
    const largest = Array.from({ length: 60 }, (_, i) => i + 1).map((i) => [(7 + (i % 17)) * (4 + (i % 5)), i]).sort((a, b) => b[0] - a[0] || b[1] - a[1])[0][1];
    await first.filter({ hasText: `${largest}. ` }).waitFor();
    await page.getByLabel('Search', { exact: true }).fill('number 17');
    await first.filter({ hasText: '17. Level of number 17' }).waitFor();
    // Solve it: the filters know.
    await first.click();
    await page.locator('.board .box').waitFor();
    await page.keyboard.press('ArrowRight');
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
    await page.getByText(/best \d+ push/).waitFor();
    await page.goBack();
    assert.equal(await page.getByLabel('Search', { exact: true }).inputValue(), 'number 17');
    await page.getByLabel('Show', { exact: true }).selectOption('Solved');
    await page.getByText(/✓ \d+ push/).waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('Not yet solved');
    await page.getByText('No level fits').waitFor();
    await page.context().close();
  });
});

describe('importing', () => {
  test('duplicates are told, and skipped, linked or kept as the player says', async (t) => {
    const own = await serve({ data: folder(t) });
    t.after(own.kill);
    const page = await open(browser, own.url);
    const text = (name) => `Collection: ${name}\n\n${turned}Title: Turned\n\n${fresh}Title: Fresh\n`;
    const titles = () => page.locator('.card .title').allInnerTexts();
    const told = page.getByTestId('duplicates');
    const begin = async (name) => {
      await paste(page, text(name));
      await page.getByRole('button', { name: 'Keep all 2' }).click();
      await told.waitFor();
    };
    await begin('Skipping');
    assert.match(await told.innerText(), /1 of 2 levels is in the library already[\s\S]*1\. Turned = Tutorial 1/);
    await told.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('1 level kept in Skipping').first().waitFor();
    await page.getByRole('heading', { name: /Skipping/ }).waitFor();
    await page.getByText('1. Fresh').waitFor();
    assert.deepEqual(await titles(), ['1. Fresh']);
    // Now both are there. Linked, the turned one is the tutorial's board with its game.
    await begin('Linking');
    assert.match(await told.innerText(), /2 of 2 levels are[\s\S]*2\. Fresh = Skipping 1/);
    await told.getByRole('button', { name: 'Link' }).click();
    await page.getByText('2 levels kept in Linking, 2 of them linked').first().waitFor();
    await page.getByText('1. Turned').waitFor();
    await page.getByText('7 × 3').waitFor();
    await begin('Keeping');
    await told.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByRole('heading', { name: /Keeping/ }).waitFor();
    await page.getByText('3 × 7').waitFor();
    // All of it once more, skipped: nothing is kept.
    await begin('Nothing');
    await told.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('Nothing was kept').first().waitFor();
    assert.equal(await page.getByRole('link', { name: /^Nothing/ }).count(), 0);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('collections and levels are renamed and removed', async (t) => {
    const own = await serve({ data: folder(t) });
    t.after(own.kill);
    const page = await open(browser, own.url);
    await paste(page, `Collection: Mine\n\n${fresh}Title: First\n\n${fresh.replace('# $   .', '#   $ .')}Title: Second\n`);
    await page.getByRole('button', { name: 'Keep all 2' }).click();
    await page.getByText('2. Second').waitFor();
    await page.getByRole('button', { name: 'Rename or remove 2. Second' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Another');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('2. Another').waitFor();
    await page.getByRole('button', { name: 'Rename or remove 1. First' }).click();
    await dialog.getByRole('button', { name: 'Remove…' }).click();
    await dialog.getByRole('button', { name: 'Remove for good' }).click();
    await page.getByText('1. Another').waitFor();
    await page.getByRole('button', { name: 'Rename or remove', exact: true }).click();
    await dialog.getByLabel('Name').fill('Yours');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: /Yours/ }).first().waitFor();
    await page.reload();
    await page.getByRole('link', { name: /^Yours/ }).waitFor();
    await page.getByRole('button', { name: 'Rename or remove', exact: true }).click();
    await dialog.getByRole('button', { name: 'Remove…' }).click();
    await dialog.getByRole('button', { name: 'Remove for good' }).click();
    await page.getByRole('link', { name: /^Yours/ }).waitFor({ state: 'detached' });
    await page.locator('.card').first().waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a whole collection is exported with solutions, and read again', async (t) => {
    const own = await withFile(t, `Title: Corridor\n\n######\n#@ $.#\n######\n\n${fresh}Title: Fresh\n`, 'pair.xsb');
    const page = await open(browser, own.url + '#/play/opened/1');
    await page.locator('.board .box').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText('best 1 push / 2 moves').waitFor();
    await page.goto(own.url + '#/library/opened');
    await page.getByText('✓ 1 push').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
    assert.equal(file.suggestedFilename(), 'pair.sok');
    const text = readFileSync(await file.path(), 'utf8');
    assert.match(text, /#@ \$\.#[\s\S]*Solution\/Pushes\nrR\n[\s\S]*Fresh/);
    await paste(page, text);
    await page.getByRole('button', { name: 'Keep all 2' }).waitFor();
    await page.context().close();
  });

  test('public collections that the checkout knows are opened by name', async () => {
    const page = await open(browser, host.url);
    const group = page.locator('summary', { hasText: 'Public collections' });
    await group.waitFor({ timeout: 30_000 });
    await group.click();
    await page.getByRole('link', { name: /^Microban 155/ }).click();
    await page.getByRole('heading', { name: /of 155 solved/ }).waitFor();
    await page.locator('[data-level="3"]').click();
    await page.locator('.board .box').first().waitFor();
    await page.waitForFunction(() => /Microban 155 · Sokoscope$/.test(document.title));
    await page.context().close();
  });
});

/** Texts as odd as people, programs and accidents make them. */
const oddTexts = {
  'an empty text': '',
  'white space': ' \n\t\n  ',
  prose: 'Dear friend,\nhere is the level that I told you about.\n',
  'a page': '<!doctype html><html><body><h1>Levels</h1></body></html>',
  'a script': '<script>alert(1)</script>\n<img src=x onerror=alert(2)>',
  'an object': '{"levels": [{"rows": ["#####", "#@$.#", "#####"]}]}',
  'no man': '#####\n# $.#\n#####\n',
  'two men': '######\n#@@$.#\n######\n',
  'no box': '#####\n#@ .#\n#####\n',
  'more boxes than goals': '#######\n#@$$ .#\n#######\n',
  'more goals than boxes': '#######\n#@$ ..#\n#######\n',
  'open walls': '#####\n#@$.\n#####\n',
  'a letter in the walls': '#####\n#@$x.#\n######\n',
  'only walls': '#####\n#####\n#####\n',
  'one character': '#',
  'one man': '@',
  'solved at the start': '#####\n#@* #\n#####\n',
  'moves alone': 'lurdLURDrrUU',
  'a run-length bomb': '99999999#|#@$.#|99999999#\n',
  'a run of zero': '0#5#|#@$.#|5#\n',
  'broken run lengths': '5#|#@$.#|5(((\n',
  'broken XML': '<?xml version="1.0"?><SokobanLevels><LevelCollection><Level Id="a"><L>#####</L><L>#@$.#',
  'an XML bomb': '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "#####">]><SokobanLevels>&a;</SokobanLevels>',
  'a very wide level': `${'#'.repeat(300)}\n#@$.${' '.repeat(295)}#\n${'#'.repeat(300)}\n`,
  'a very high level': `###\n#@#\n#$#\n#.#\n${'# #\n'.repeat(250)}###\n`,
  'a line without end': '#'.repeat(100_000),
  'control characters': '\u0000\u0007\u001b[31m#####\n#@$.#\n#####\n',
  'signs of other scripts': '墙墙墙墙\n墙人箱墙\n墙墙墙墙\n',
  emoji: '🧱🧱🧱\n🧱🧍📦\n🧱🧱🧱\n',
  'half a surrogate': '\ud800#####\n#@$.#\n#####\n',
  'text from right to left': '\u202e#####\n#@$.#\n#####\n',
  'carriage returns': '#####\r#@$.#\r#####\r',
  tabs: '\t#####\n\t#@$.#\n\t#####\n',
  'a byte order mark': '\ufeff#####\n#@$.#\n#####\n',
  'non-breaking spaces': '######\n#@\u00a0$.#\n######\n',
  'a title of a thousand words': `${'word '.repeat(1000)}\n\n#####\n#@$.#\n#####\n`,
  'a title that is a path': '; ../../etc/passwd\n#####\n#@$.#\n#####\n',
  'a hundred broken levels': '#####\n#@$.\n#####\n\n'.repeat(100),
  'four million characters': 'x'.repeat(4_000_000),
};

/** Waits for what a text came to: a diagnostic with line and column, or a level to play. */
async function outcome(page, name) {
  const panel = page.locator('.open');
  const said = panel.getByTestId('diagnostics');
  const play = panel.getByRole('button', { name: 'Play', exact: true });
  await said.or(play).first().waitFor({ timeout: 8000 }).catch(() => assert.fail(`${name}: neither a diagnostic nor a level`));
  const words = (await said.count()) > 0 ? await said.innerText() : '';
  const plays = (await play.count()) > 0;
  if (!plays) assert.match(words, /line \d+(, column \d+)?/, name);
  return { plays, words };
}

describe('bad input', () => {
  test('any text that is pasted or dropped plays or gets a diagnostic', async () => {
    assert.ok(Object.keys(oddTexts).length >= 30);
    const page = await open(browser, host.url + '#/play/tutorial/2');
    await page.locator('.board .box').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/1\s*move/).first().waitFor();
    await page.getByRole('link', { name: 'Library', exact: true }).click();
    page.on('dialog', (dialog) => assert.fail(`a script ran: ${dialog.message()}`));
    const drop = (text) => page.evaluate((given) => {
      const carried = new DataTransfer();
      carried.items.add(new File([given], 'odd.txt'));
      document.querySelector('main').dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
    }, text);
    let [n, nPlayed] = [0, 0];
    for (const [name, text] of Object.entries(oddTexts)) {
      await paste(page, 'x');
      await paste(page, '');
      await page.getByTestId('diagnostics').waitFor({ state: 'detached' }).catch(() => assert.fail(`before ${name}`));
      if (n++ % 2 === 0 || text === '') await drop(text);
      else await paste(page, text);
      const { plays } = await outcome(page, name);
      assert.deepEqual(page.errors, [], name);
      if (!plays) continue;
      nPlayed++;
      await page.locator('.open').getByRole('button', { name: 'Play', exact: true }).click();
      await page.locator('.board .man').waitFor();
      await page.goBack();
      await page.locator('.card').first().waitFor();
    }
    assert.ok(nPlayed >= 6, `${nPlayed} played`);
    // The game that was begun is where it was.
    await page.goto(host.url + '#/play/tutorial/2');
    await page.getByText(/1\s*move/).first().waitFor();
    await page.context().close();
  });

  test('any level, moves or title in a link plays or is told', async () => {
    const page = await open(browser, host.url);
    page.on('dialog', (dialog) => assert.fail(`a script ran: ${dialog.message()}`));
    const level = '5x.xpbox.5x';
    const codes = ['', '.', '...', 'p', 'x', 'xpbox', '3x.xpx.3x', '5x.xpb-x.5x', '5x.xppbox.5x', '5x.xpbqx.5x', '0x', '-5x', '5x.xpbox.5x.99', '200x.xpbo197x.200x', '201x.xpbo198x.201x', '%3Cscript%3E', '%00', '%F0%9F%A7%B1', 'constructor', '__proto__', ...Object.values(oddTexts).slice(2, 8).map(encodeURIComponent)];
    const moves = ['', 'R', 'RRRR', 'xyz', '9999999R', '3(rl)', '[]R', '%F0%9F%A7%B1', 'R'.repeat(5000), '((((', '*', '{1}R'];
    const links = [...codes.map((code) => `#/level/${code}`), ...moves.map((way) => `#/level/${level}/${way}`), `#/level/${level}/R/${encodeURIComponent('<img src=x onerror=alert(1)>')}`, `#/level/${level}/R/T/more/parts`];
    const roll = random(16);
    const letters = 'xXpPbBo.-0129%lurdLURD/[]*#';
    for (let i = 0; i < 12; i++) links.push(`#/level/${Array.from({ length: 1 + roll(40) }, () => letters[roll(letters.length)]).join('')}`);
    for (const link of links) {
      await page.evaluate((to) => (location.hash = to), link);
      await page.waitForTimeout(60);
      const isTold = page.getByRole('alert').first();
      await isTold.or(page.locator('.board .man')).first().waitFor({ timeout: 5000 }).catch(async () => assert.fail(`${link.slice(0, 80)}: ${await page.locator('main').innerText()}`));
      assert.deepEqual(page.errors, [], link.slice(0, 80));
      // Whatever is on the board stands on floor.
      await page.keyboard.press('End');
      const isSound = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll('.board .box, .board .man:not(.absent)')].map((one) => Number(one.dataset.cell));
        return new Set(boxes).size === boxes.length;
      });
      assert.ok(isSound, link.slice(0, 80));
    }
    await page.context().close();
  });

  test('text that is dropped on a game is shown in the library, and the game stays', async () => {
    const page = await open(browser, host.url + '#/play/tutorial/3');
    await page.locator('.board .box').waitFor();
    const man = Number(await page.locator('.board .man').getAttribute('data-cell'));
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
    await page.waitForTimeout(400);
    const now = Number(await page.locator('.board .man').getAttribute('data-cell'));
    await page.evaluate((text) => {
      const carried = new DataTransfer();
      carried.setData('text/plain', text);
      document.querySelector('.board').dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
    }, tutorialOne);
    await page.locator('.open').getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.goBack();
    await waitForMan(page, now);
    assert.ok(man > 0);
    await page.context().close();
  });
});
