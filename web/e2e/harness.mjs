// A real server for the tests, and what they ask a page.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The program under test; SOKO names another one. */
const soko = process.env.SOKO ?? new URL('../../target/debug/soko', import.meta.url).pathname;

/** Starts `soko play`; `kill` ends it as a crash would. */
export async function serve({ data, port = 0, levels = [] } = {}) {
  const args = ['play', ...levels, '--no-open', '--port', String(port)];
  args.push(...(data ? ['--data', data] : ['--ephemeral']));
  const child = spawn(soko, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`soko ended with ${code}`)));
    child.stdout.on('data', (bytes) => {
      const match = /http:\/\/\S+/.exec(String(bytes));
      if (match) resolve(match[0]);
    });
  });
  child.removeAllListeners('exit');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url, kill, port: Number(new URL(url).port), pid: child.pid };
}

/** A folder that is gone at the end of the test. */
export function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'sokoscope-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A page in a context of its own, without motion; see `noErrors`. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 850 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  await page.goto(url);
  return page;
}

/** The fragment of a level written in the link. */
export function levelLink(rows) {
  const letters = { '#': 'x', ' ': '-', $: 'b', '*': 'B', '.': 'o', '@': 'p', '+': 'P' };
  return '#/level/' + rows.map((row) => [...row].map((c) => letters[c]).join('')).join('.');
}

/** The cells on which pieces stand. */
export const manCell = (page) => page.locator('.board .man').getAttribute('data-cell').then(Number);
export const boxCells = async (page) => {
  const cells = await page.locator('.board .box').evaluateAll((all) => all.map((box) => Number(box.getAttribute('data-cell'))));
  return cells.sort((a, b) => a - b);
};

/** Waits until a piece stands on a cell. */
export const waitForMan = (page, cell) => page.locator(`.board .man[data-cell="${cell}"]`).waitFor();
export const waitForBox = (page, cell) => page.locator(`.board .box[data-cell="${cell}"]`).waitFor();

/** The middle of a cell on the screen. */
export async function point(page, cell, width, height) {
  const frame = await page.locator('.board svg').boundingBox();
  const scale = Math.min(frame.width / (width * 40 + 4), frame.height / (height * 40 + 4));
  const left = frame.x + (frame.width - (width * 40 + 4) * scale) / 2;
  const top = frame.y + (frame.height - (height * 40 + 4) * scale) / 2;
  return { x: left + ((cell % width) * 40 + 22) * scale, y: top + (Math.floor(cell / width) * 40 + 22) * scale };
}
