// Runs the browser tests, ten minutes at most (E2E_MINUTES changes that); each test
// has a limit of its own. Whatever hangs is a failure, never a wait without end.
//
// The packaged browser unpacks itself into the folder for temporary files and takes
// what it finds there for whole. So each run has a folder of its own, which no other
// run shares or leaves behind half-written.

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const minutes = Number(process.env.E2E_MINUTES ?? 10);
const here = new URL('.', import.meta.url).pathname;
const named = process.argv.slice(2);
const files = named.length > 0 ? named : readdirSync(here).filter((name) => name.endsWith('.test.mjs'));
const options = ['--test', '--test-reporter=spec', '--test-concurrency=1'];
const folder = mkdtempSync(join(tmpdir(), 'sokoscope-e2e-'));
const env = { ...process.env, TMPDIR: folder };
const child = spawn(process.execPath, [...options, ...files], { cwd: here, env, stdio: 'inherit', detached: true });
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Ends the tests with all that they have started. */
const end = () => {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // They have ended by themselves.
  }
};
const limit = setTimeout(() => {
  console.error(`the browser tests took more than ${minutes} minutes and were ended`);
  end();
  process.exit(1);
}, minutes * 60_000);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    end();
    process.exit(130);
  });
}
child.on('exit', (code) => {
  clearTimeout(limit);
  end();
  process.exit(code ?? 1);
});
