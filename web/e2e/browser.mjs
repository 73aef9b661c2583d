// The browser of the tests: always the Chromium of the package
// @sparticuz/chromium, so that every machine tests with the same one and a fresh
// machine needs nothing else. CHROMIUM names another, for whoever wants that.

import { after, before } from 'node:test';
import packaged from '@sparticuz/chromium';
import { chromium } from 'playwright-core';

/** What the package proposes for machines of another kind: in a single process,
 * closing a context closes the browser. */
const unwanted = ['--single-process', '--no-zygote'];

/** Starts the browser and says which one it is. If it dies by itself, so does the
 * test process: a test that waits for a dead browser would wait in vain. */
export async function launch() {
  const named = process.env.CHROMIUM;
  const executablePath = named || (await packaged.executablePath());
  const args = named ? [] : packaged.args.filter((arg) => !unwanted.includes(arg));
  const browser = await chromium.launch({ executablePath, args, headless: true, timeout: 30_000 });
  console.log(`browser: Chromium ${browser.version()}, ${named ? 'named by CHROMIUM' : 'of the package'}`);
  let isClosing = false;
  browser.on('disconnected', () => {
    if (isClosing) return;
    console.error('browser: gone before the tests ended');
    process.exit(1);
  });
  const close = async () => {
    isClosing = true;
    await browser.close();
  };
  return { browser, close };
}

/** Starts a browser and a host before the first test of a file and ends both after its
 * last; `ready` is told of them. */
export function raise(start, ready) {
  let stop;
  before(
    async () => {
      const { browser, close } = await launch();
      const host = await start();
      stop = () => Promise.all([close(), host.kill()]);
      ready(browser, host);
    },
    { timeout: 60_000 },
  );
  after(() => stop?.(), { timeout: 30_000 });
}
