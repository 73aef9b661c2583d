// The machine of a soak: a disk of a few megabytes, the server on it, and whatever
// can happen to either. What is simulated how:
//
// * kill: SIGKILL to the server, which is started again at once on the same port.
// * worker: SIGKILL to one of its workers.
// * full: a tmpfs of its own is filled to the last byte; where there is no right to
//   mount one, writes fail with ENOSPC in the layer below.
// * slow, clock: a layer between the server and the C library (faults.c) lets each
//   sync take longer, and sets the wall clock ahead or back. Without a C compiler
//   these are left out, and the soak says so.
// * away: the database is renamed, and put back a while later.
// * drop: clients' sockets are torn down in the middle of what they do.
// * idle: four hundred sockets that say nothing.
//
// A power cut is not simulated: what a killed process has written stays with the
// kernel. That commits are synchronous is a test of soko-server.

import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const soko = process.env.SOKO ?? new URL('../../../target/release/soko', import.meta.url).pathname;
const MEBIBYTES = 32;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const readable = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** A free port below those that the system gives to clients: one of theirs could have it when the server comes back. */
async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

export class Machine {
  folder = mkdtempSync(join(tmpdir(), 'sokoscope-soak-'));
  control = join(this.folder, 'control');
  disk = join(this.folder, 'disk');
  url = '';
  token = '';
  restarts = 0;
  /** What this machine can do, in words for the report. */
  means = [];

  constructor() {
    mkdirSync(this.disk);
    writeFileSync(this.control, Buffer.alloc(12));
    this.layer = this.#compile();
  }

  async start() {
    this.keeper = await this.#mount();
    this.means.push(this.keeper ? `full disk: a tmpfs of ${MEBIBYTES} MiB` : this.layer ? 'full disk: ENOSPC from the layer' : 'no full disk');
    this.means.push(this.layer ? 'slow disk and clock: a layer over the C library' : 'no slow disk, no clock jumps: there is no C compiler');
    await this.#serve(await freePort());
  }

  /** A file of the disk, as this process sees it. */
  #inside(...names) {
    return join(this.keeper ? `/proc/${this.keeper.pid}/root` : '/', this.disk, ...names);
  }

  /** What puts a program before the disk. */
  get #enter() {
    return this.keeper ? ['nsenter', '--preserve-credentials', '-U', '-m', '-t', String(this.keeper.pid)] : [];
  }

  /** What a program that looks at the database writes. */
  look(looker) {
    const [program, ...args] = [...this.#enter, looker, join(this.disk, 'sokoscope.db')];
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    return `${stdout}${stderr}`.trim();
  }

  #compile() {
    const layer = join(this.folder, 'faults.so');
    const source = new URL('faults.c', import.meta.url).pathname;
    const made = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', layer, source, '-ldl']);
    return made.status === 0 && process.platform === 'linux' ? layer : null;
  }

  /** A small disk in a mount namespace that a sleeping process keeps; null if that is not allowed. */
  async #mount() {
    const script = `mount -t tmpfs -o size=${MEBIBYTES}m soak '${this.disk}' && echo ready && exec sleep 1000000`;
    const keeper = spawn('unshare', ['-rm', 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ready = await new Promise((resolve) => {
      keeper.once('error', () => resolve(false));
      keeper.once('exit', () => resolve(false));
      keeper.stdout.once('data', () => resolve(true));
    });
    return ready ? keeper : null;
  }

  async #serve(port) {
    const play = [soko, 'play', '--no-open', '--port', String(port), '--data', this.disk];
    const [program, ...args] = [...this.#enter, ...play];
    const env = { ...process.env, SOAK_CONTROL: this.control, ...(this.layer && { LD_PRELOAD: this.layer }) };
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    let told = '';
    child.stderr.on('data', (bytes) => { told = `${told}${bytes}`.slice(-500); });
    this.url = await new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${told}`)));
      child.stdout.on('data', (bytes) => {
        const match = /http:\/\/\S+/.exec(String(bytes));
        if (match) resolve(match[0]);
      });
    });
    child.removeAllListeners('exit');
    this.ended = new Promise((resolve) => child.once('exit', resolve));
    const page = await (await fetch(this.url)).text();
    this.token = /name="token" content="([^"]*)"/.exec(page)[1];
  }

  /** The processes that the server has started. */
  workers() {
    const name = `/proc/${this.child.pid}/task`;
    const tasks = existsSync(name) ? readdirSync(name) : [];
    return tasks.flatMap((task) => readable(`${name}/${task}/children`).split(' ').filter(Boolean).map(Number));
  }

  /** All processes of this soak, told by their environment. */
  leftovers() {
    const ours = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && Number(id) !== process.pid);
    return ours.filter((id) => readable(`/proc/${id}/environ`).includes(this.control));
  }

  resident(pid = this.child.pid) {
    return Number(/VmRSS:\s+(\d+)/.exec(readable(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
  }

  #set(place, number) {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(number);
    const file = openSync(this.control, 'r+');
    writeSync(file, bytes, 0, 4, 4 * place);
    closeSync(file);
  }

  async kill() {
    this.child.kill('SIGKILL');
    await this.ended;
    const port = new URL(this.url).port;
    this.restarts++;
    await this.#serve(port);
  }

  killWorker(roll) {
    const workers = this.workers();
    if (workers.length === 0) return;
    try {
      process.kill(workers[roll(workers.length)], 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  async slow(ms, roll) {
    this.#set(0, 20 + roll(180));
    await pause(ms);
    this.#set(0, 0);
  }

  clock(roll) {
    this.#set(2, (roll(2) ? 1 : -1) * roll(300_000_000));
  }

  async full(ms) {
    if (!this.keeper) {
      this.#set(1, 1);
      await pause(ms);
      return this.#set(1, 0);
    }
    // What is freed meanwhile, by a shorter log say, is filled as well.
    const filler = this.#inside('filler');
    const file = openSync(filler, 'a');
    for (const end = Date.now() + ms; Date.now() < end; await pause(100)) {
      try {
        for (;;) writeSync(file, Buffer.alloc(Math.max(4096, Math.min(1 << 20, this.#room()))));
      } catch {
        // It is full.
      }
    }
    closeSync(file);
    rmSync(filler);
  }

  #room() {
    const { bavail, bsize } = statfsSync(this.#inside());
    return bavail * bsize;
  }

  async away(ms) {
    const files = ['sokoscope.db', 'sokoscope.db-wal', 'sokoscope.db-shm'];
    for (const file of files) renameSync(this.#inside(file), this.#inside(`away-${file}`));
    await pause(ms);
    for (const file of files) renameSync(this.#inside(`away-${file}`), this.#inside(file));
  }

  async idle(ms) {
    const { hostname, port } = new URL(this.url);
    const sockets = Array.from({ length: 400 }, () => createConnection(Number(port), hostname).on('error', () => {}));
    await pause(ms);
    for (const socket of sockets) socket.destroy();
  }

  /** Ends the server as a user does. */
  async stop() {
    this.child.kill('SIGINT');
    return this.ended;
  }

  clear() {
    this.keeper?.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
