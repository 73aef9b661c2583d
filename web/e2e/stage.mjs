// One browser and one server for a file of tests: importing this starts both
// before its first test and ends them after its last. No test takes longer than a
// minute.

import { test as anyTest } from 'node:test';
import { raise } from './browser.mjs';
import { serve } from './harness.mjs';

export let browser;
export let host;

raise(serve, (itsBrowser, itsHost) => {
  browser = itsBrowser;
  host = itsHost;
});

export const test = (name, run) => anyTest(name, { timeout: 60_000 }, run);
