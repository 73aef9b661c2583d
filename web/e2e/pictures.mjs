// The pictures of the README, taken from the page as it is: `make pictures`. Names on
// the command line choose some of them.

import { mkdirSync, statSync } from 'node:fs';
import { launch } from './browser.mjs';
import { open, serve } from './harness.mjs';

const folder = new URL('../../docs/pictures/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });

const { browser, close } = await launch();
const host = await serve();

const ready = (page) => page.locator('.board .box').first().waitFor();
const keys = { l: 'ArrowLeft', u: 'ArrowUp', r: 'ArrowRight', d: 'ArrowDown' };

/** Plays letters from the start of the level. */
async function play(page, letters) {
  await ready(page);
  await page.keyboard.press('r');
  for (const letter of letters.toLowerCase()) await page.keyboard.press(keys[letter]);
  await page.waitForFunction((n) => document.querySelector('#board-status b').textContent === String(n), letters.length);
}

/** One entry a picture: its view, its colours, and what happens before it is taken. */
const pictures = {
  arrival: { link: '#/', dark: false, before: (page) => page.locator('.card').first().waitFor() },
  play: { link: '#/play/tutorial/15', dark: false, before: (page) => play(page, 'LL') },
  solved: { link: '#/play/tutorial/6', dark: true, before: (page) => play(page, 'rrruLdlUruLddlllluRurDD') },
  coach: {
    link: '#/play/starter/12',
    dark: true,
    async before(page) {
      await ready(page);
      await page.getByRole('tab', { name: 'Layers' }).click();
      await page.getByRole('button', { name: 'Coach' }).click();
      await page.locator('.board .arrow').first().waitFor();
    },
  },
  map: {
    link: '#/play/tutorial/6',
    dark: false,
    async before(page) {
      await play(page, 'rrruLdlU');
      await page.getByRole('tab', { name: 'Map' }).click();
      await page.locator('.map .node.here').waitFor();
      await page.getByTestId('map-preview').locator('.box').first().waitFor();
    },
  },
  editor: {
    link: '#/edit/10x.x4-x3-x.x-b--x3-x.x--p-b-oox.x4-x3-x.10x',
    dark: true,
    before: (page) => page.getByText(/✓ Yes/).waitFor(),
  },
};

const named = process.argv.slice(2);
const chosen = Object.entries(pictures).filter(([name]) => named.length === 0 || named.includes(name));
for (const [name, { link, dark, before }] of chosen) {
  const page = await open(browser, host.url + link, { viewport: { width: 1000, height: 640 }, colorScheme: dark ? 'dark' : 'light' });
  // A machine at work on something else may take its time.
  page.setDefaultTimeout(120_000);
  await before(page);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(500);
  const path = `${folder}${name}.png`;
  await page.screenshot({ path });
  console.log(`docs/pictures/${name}.png: ${Math.round(statSync(path).size / 1000)} kB`);
  await page.context().close();
}

await close();
await host.kill();
