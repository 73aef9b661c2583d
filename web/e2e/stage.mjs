// One browser and one server for a file of tests: importing this starts both
// before its first test and ends them after its last. No test takes longer than a
// minute.

import { after, before, test as anyTest } from 'node:test';
import { launch } from './browser.mjs';
import { serve } from './harness.mjs';

export let browser;
export let host;
let close;

before(
  async () => {
    ({ browser, close } = await launch());
    host = await serve();
  },
  { timeout: 60_000 },
);

after(
  async () => {
    await close?.();
    await host?.kill();
  },
  { timeout: 30_000 },
);

export const test = (name, run) => anyTest(name, { timeout: 60_000 }, run);
