// The static page (`make site`) from a plain file server, without a network once it
// is loaded: everything is played, judged, solved, mapped and kept in the browser.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test as anyTest } from 'node:test';
import { raise } from './browser.mjs';
import { serveFiles } from './files.mjs';
import { levelLink, open, waitForBox, waitForMan } from './harness.mjs';
import { levels } from './site.mjs';

const folder = new URL('../site-dist/', import.meta.url).pathname;
const isBuilt = existsSync(`${folder}offline.js`);
const skip = isBuilt ? false : 'the static page is not built here: make site says what is missing';
if (skip) console.log(`site: ${skip}`);

let browser, host;
if (isBuilt) {
  raise(
    () => serveFiles(folder),
    (itsBrowser, itsHost) => ([browser, host] = [itsBrowser, itsHost]),
  );
}

const test = (name, run, timeout = 90_000) => anyTest(name, { timeout, skip }, run);

/** A page that is stored for later, with the network off from then on. */
async function offline(fragment = '', options = {}) {
  const page = await open(browser, host.url + fragment, options);
  page.setDefaultTimeout(20_000);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  return page;
}

const easy = ['########', '#      #', '# @$ . #', '#      #', '########'];
const wide = { viewport: { width: 1400, height: 900 } };
const tab = (page, name) => page.getByRole('tab', { name }).click();
const solved = (page) => page.getByText('✓ Solved').waitFor();

describe('the static page', () => {
  test('nothing is asked of the host but files of the page, all below its own path', async () => {
    const page = await offline();
    await page.locator('.card').first().waitFor();
    assert.ok(host.asked.length > 5);
    for (const path of host.asked) {
      assert.ok(path.startsWith('/some/where/'), path);
      assert.ok(existsSync(folder + path.slice('/some/where/'.length)), path);
    }
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('the engine is loaded after the page is first seen', async () => {
    const page = await open(browser, host.url);
    await page.locator('.card').first().waitFor();
    const [paint, engine] = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      return [paint, performance.getEntriesByType('resource').map((entry) => entry.name)];
    });
    assert.ok(paint > 0);
    // The worker asks for it, so it is none of the page's own resources.
    assert.ok(!engine.some((name) => name.includes('soko_wasm')), engine.join());
    await page.context().close();
  });

  test('a level of the tutorial is opened and played without a network', async () => {
    const page = await offline();
    await page.locator('.card').first().click();
    await page.locator('.board .man').waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a game is played with Coach, is there after a reload, and is won', async () => {
    const page = await offline(levelLink(easy), wide);
    await waitForMan(page, 18);
    await page.keyboard.press('d');
    await waitForBox(page, 20);
    // What is acknowledged is on the disk.
    await page.waitForTimeout(500);
    await page.reload();
    await waitForBox(page, 20);
    await page.keyboard.press('d');
    await solved(page);
    await page.getByRole('button', { name: /coach/i }).first().click();
    await page.locator('.board .mark, .board .arrow, .board .tint').first().waitFor({ state: 'attached' });
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test('a lost box is told with its reason', async () => {
    const page = await offline(levelLink(easy));
    await waitForMan(page, 18);
    for (const key of ['d', 'd', 'd']) await page.keyboard.press(key);
    const alert = page.getByTestId('alert');
    await alert.waitFor();
    assert.match(await alert.innerText(), /Deadlock\.\s+\S+/);
    await page.context().close();
  });

  test('a hint names a box', async () => {
    const page = await offline(levelLink(easy));
    await waitForMan(page, 18);
    await page.keyboard.press('i');
    await page.getByTestId('hint').getByText(/Look at the box at row/).waitFor();
    await page.context().close();
  });

  test('the map of a small level', async () => {
    const page = await offline(levelLink(['#######', '#     #', '# @$ .#', '#     #', '#######']));
    await tab(page, 'Map');
    await page.locator('.map .node.here').waitFor();
    await page.locator('.map .node.solved').first().click();
    await solved(page);
    await page.context().close();
  });

  test('ten levels are solved by the solver in the browser', async () => {
    const { name, texts } = levels();
    for (const [i, text] of texts.entries()) {
      const page = await offline(levelLink(text.trimEnd().split('\n')));
      await page.locator('.board .man').waitFor();
      await tab(page, 'Solve');
      await page.getByRole('button', { name: 'Solve from here' }).click();
      await page.getByText(/Solved: \d+ pushes/).first().waitFor({ timeout: 90_000 });
      console.log(`${name} ${i + 1}: solved in the browser`);
      await page.context().close();
    }
  }, 600_000);

  test('a long search is stopped, and another one runs after it', async () => {
    const rows = ['####################', '#@                 #', ...Array(5).fill(['# $ $ $ $   ....   #', '#                  #']).flat(), '####################'];
    const page = await offline(levelLink(rows));
    await tab(page, 'Map');
    await page.waitForFunction(() => /Exploring: [1-9]/.test(document.querySelector('#tab-panel').textContent));
    await page.locator('#tab-panel').getByRole('button', { name: 'Stop' }).click();
    await page.waitForFunction(() => !/Exploring/.test(document.querySelector('#tab-panel').textContent));
    await page.evaluate((fragment) => (location.hash = fragment), levelLink(easy));
    await waitForMan(page, 18);
    await tab(page, 'Solve');
    await page.getByRole('button', { name: 'Solve from here' }).click();
    await page.getByText(/Solved: \d+ pushes/).first().waitFor();
    await page.context().close();
  });

  test('everything goes into a file, and comes back from it', async () => {
    const page = await offline(levelLink(easy));
    await waitForMan(page, 18);
    await page.keyboard.press('d');
    await waitForBox(page, 20);
    await page.evaluate(() => (location.hash = '#/'));
    const button = page.getByRole('button', { name: 'Export everything' });
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const bytes = readFileSync(await file.path());
    await page.context().close();
    // Another browser has nothing, until the file is there.
    const other = await offline(levelLink(easy));
    await waitForBox(other, 19);
    await other.evaluate(() => (location.hash = '#/'));
    other.on('dialog', (dialog) => dialog.accept());
    await other.getByLabel('Import everything').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"sokoscope": 9}') });
    await other.getByText('no file that Sokoscope has written').first().waitFor();
    // The page loads itself anew with what has come.
    const loaded = other.waitForEvent('load');
    await other.getByLabel('Import everything').setInputFiles({ name: 'all.json', mimeType: 'application/json', buffer: bytes });
    await loaded;
    await other.evaluate((fragment) => (location.hash = fragment), levelLink(easy));
    await waitForBox(other, 20);
    await other.context().close();
  });

  test('two windows on one level lose nothing', async () => {
    const page = await offline(levelLink(easy));
    await waitForMan(page, 18);
    const other = await page.context().newPage();
    await other.goto(host.url + levelLink(easy));
    await waitForMan(other, 18);
    await page.keyboard.press('d');
    await waitForBox(page, 20);
    await other.keyboard.press('w');
    await waitForMan(other, 10);
    await page.waitForTimeout(500);
    const lines = await page.evaluate(async () => {
      const open = indexedDB.open('sokoscope');
      await new Promise((resolve) => (open.onsuccess = resolve));
      const all = open.result.transaction('event').objectStore('event').getAll();
      await new Promise((resolve) => (all.onsuccess = resolve));
      return all.result.filter((row) => row.deed[0] === 0).map((row) => row.deed[3]);
    });
    assert.ok(lines.includes('R') && lines.includes('u'), lines.join());
    await page.context().close();
  });
});
