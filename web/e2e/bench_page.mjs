// How the page feels, in one table: from a key to the man moved, with the server and,
// where it is built, with the static page; the same at the end of 20,000 moves in a tree
// of 100,000 nodes; a level of 1,016 boxes opened; first paint; bytes sent. Each line has
// its bar, and what is over it ends the run with 1. A busy machine shows in all of them.

import { existsSync } from 'node:fs';
import { launch } from './browser.mjs';
import { serveFiles } from './files.mjs';
import { levelLink, open, serve } from './harness.mjs';
import { enterLongLines, keyTimes, thousandBoxes, transfer } from './measure.mjs';
import { median } from './site.mjs';

const KEYS = ['ArrowRight', 'ArrowLeft'];
const hall = levelLink(['##################', '#@               #', '#                #', '#  $ .           #', '##################']);
const corridor = levelLink(['############', '#@         #', '#          #', '#  $     . #', '############']);

let isOver = false;
function row(what, value, bar, unit) {
  const over = value > bar;
  isOver ||= over;
  console.log(`${what.padEnd(62)} ${value.toFixed(1).padStart(8)} ${unit}, at most ${bar}${over ? '  OVER' : ''}`);
}

const ready = (page) => page.locator('.board .box').first().waitFor();

async function keys(page, what, bar) {
  await page.waitForTimeout(1000);
  const times = await keyTimes(page, KEYS, 100);
  const worst = Math.max(...times);
  row(`${what} (worst ${worst.toFixed(1)})`, median(times), bar, 'ms');
}

const { browser, close } = await launch();
const host = await serve();

const arrival = await open(browser, host.url);
await arrival.locator('.card').first().waitFor();
const paint = await arrival.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
row('first paint', await paint.jsonValue(), 1000, 'ms');
row('the page, compressed', (await transfer(arrival, host.url)) / 1000, 162, 'kB');
await arrival.context().close();

const page = await open(browser, host.url + hall);
await ready(page);
await keys(page, 'key to man moved, with the server', 16);

await page.evaluate((link) => (location.hash = link), corridor);
await page.waitForFunction(() => document.querySelector('.board .man').dataset.cell === '13');
await enterLongLines(page, host.url, corridor);
await page.reload();
await ready(page);
await page.getByRole('tab', { name: 'Saved' }).click();
await page.getByRole('button', { name: 'long 4', exact: true }).click();
await page.locator('#board-status').getByText('20011 moves', { exact: true }).waitFor();
await keys(page, 'key to man moved, after 20,000 moves of 100,000 nodes', 50);

const opening = [];
for (let i = 0; i < 3; i++) {
  await page.evaluate(() => (location.hash = '#/play/tutorial/1'));
  await page.locator('.board .box[data-cell="10"]').waitFor();
  const open = async (link) => {
    const start = performance.now();
    location.hash = link;
    while (document.querySelectorAll('.board .box').length !== 1016) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  };
  opening.push(await page.evaluate(open, levelLink(thousandBoxes())));
}
row('a level of 1,016 boxes opened, median of three', median(opening), 1000, 'ms');
await page.context().close();

const folder = new URL('../site-dist/', import.meta.url).pathname;
if (existsSync(`${folder}offline.js`)) {
  const files = await serveFiles(folder);
  const site = await open(browser, files.url + hall);
  await site.evaluate(() => navigator.serviceWorker.ready);
  await ready(site);
  await keys(site, 'key to man moved, static page', 16);
  await files.kill();
} else {
  console.log('the static page is not built here: make site says what is missing');
}
await close();
await host.kill();
process.exit(isOver ? 1 : 0);
