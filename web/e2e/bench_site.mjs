// The solver of the static page beside the native one, on the same levels in the same
// run: XSokoban 1 to 10, or our own where that is not on this disk. Prints a table.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { launch } from './browser.mjs';
import { serveFiles } from './files.mjs';
import { levels, median, program } from './site.mjs';

const folder = new URL('../site-dist/', import.meta.url).pathname;
if (!existsSync(`${folder}offline.js`)) {
  console.error('the static page is not built here: make site says what is missing');
  process.exit(1);
}
const { browser, close } = await launch();
const host = await serveFiles(folder);
const page = await browser.newPage();
page.setDefaultTimeout(600_000);
await page.goto(host.url);
await page.evaluate(async () => {
  const engine = await import(new URL('engine/soko_wasm.js', document.baseURI).href);
  await engine.default({ module_or_path: new URL('engine/soko_wasm_bg.wasm', document.baseURI) });
  globalThis.sokoProgress = () => undefined;
  globalThis.engine = engine;
});

/** Seconds and expansions of the command. */
function native(level) {
  const text = execFileSync(program, ['solve', '-', '--json', '--time', '120s'], { input: level, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
  const { seconds, expanded, outcome } = JSON.parse(text.split('\n')[0]);
  return { seconds, expanded, outcome };
}

const inBrowser = (level) =>
  page.evaluate((level) => JSON.parse(engine.work(JSON.stringify({ type: 'solve', game: { level }, seconds: 120 }))).answer, level);

const { name, texts } = levels();
console.log(`${name}: seconds native, seconds in Chromium ${browser.version()}, ratio, states expanded`);
const ratios = [];
for (const [i, level] of texts.entries()) {
  const [here, there] = [native(level), await inBrowser(level)];
  if (there.outcome !== 'solved' || here.outcome !== 'solved') throw new Error(`level ${i + 1}: ${here.outcome}, ${there.outcome}`);
  ratios.push(there.seconds / here.seconds);
  const cells = [i + 1, here.seconds.toFixed(3), there.seconds.toFixed(3), ratios.at(-1).toFixed(2), `${here.expanded} / ${there.expanded}`];
  console.log(cells.map((cell) => String(cell).padStart(9)).join(' '));
}
console.log(`median ratio ${median(ratios).toFixed(2)}`);
await close();
await host.kill();
