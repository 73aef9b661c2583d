// Fifty clients play, ask, solve, map, import and vanish for ten minutes (SOAK=1h
// changes that, CLIENTS and SEED the rest) while the machine under the server fails
// in every way that machine.mjs knows. Afterwards everything acknowledged must be
// there, the database whole, no job and no process left, and the memory within its
// bound. Prints figures; anything else than that is a failure.

import { random } from '../random.mjs';
import { Client } from './client.mjs';
import { Machine, pause } from './machine.mjs';

const units = { s: 1, m: 60, h: 3600 };
const [, length, unit] = /^(\d+)([smh]?)$/.exec(process.env.SOAK ?? '10m') ?? [];
const seconds = Number(length) * units[unit || 's'];
const nClients = Number(process.env.CLIENTS ?? 50);
const seed = Number(process.env.SEED ?? 1);

/** The most resident memory of the server, in MiB: 64 for levels and what is known of
 * them, 64 for maps, as much again for one that is being made, and the program with the
 * requests under way. */
const MOST_RESIDENT = Number(process.env.MOST_RESIDENT ?? 256);

const machine = new Machine();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await machine.stop();
    machine.clear();
    process.exit(130);
  });
}
await machine.start();
const ask = async (path) => (await fetch(machine.url + path, { headers: { 'x-soko-token': machine.token } })).json();
const shelves = await Promise.all((await ask('api/library')).map((one) => ask(`api/library/${one.id}`)));
const levels = shelves.flatMap((shelf) => shelf.levels.map((level) => level.text));
// Twenty boxes in a hall, which no search is done with in its time.
const rows = ['# $ $ $ $   ....   #', '#                  #'];
const hall = ['#'.repeat(20), '#@                 #', ...Array(5).fill(rows).flat(), '#'.repeat(20)].join('\n');
levels.push(...Array(Math.ceil(levels.length / 4)).fill(hall));
const clients = Array.from({ length: nClients }, (_, i) => new Client(machine, i, seed, levels));
for (const client of clients) await client.prepare();
const start = Date.now();
const end = start + seconds * 1000;
console.log(`${nClients} clients, ${seconds} s, seed ${seed}; ${machine.means.join('; ')}`);

// 1. Memory, twice a second: the server's, and that of it and its workers together.
const memory = { server: 0, together: 0 };
const watch = setInterval(() => {
  const own = machine.resident();
  const workers = machine.workers().map((pid) => machine.resident(pid));
  memory.server = Math.max(memory.server, own);
  memory.together = Math.max(memory.together, workers.reduce((sum, one) => sum + one, own));
}, 500);
const minutes = setInterval(() => console.log(`${Math.round((Date.now() - start) / 1000)} s: server ${machine.resident().toFixed(0)} MiB, ${machine.restarts} restarts`), 60_000);

// 2. Faults one after the other, from a list that the seed shuffles, with calm between
//    them. A kill comes in every third round only, so that whatever grows has time to.
const faults = {
  worker: (roll) => machine.killWorker(roll),
  full: () => machine.full(3000),
  slow: (roll) => machine.slow(3000, roll),
  clock: (roll) => machine.clock(roll),
  away: () => machine.away(2000),
  idle: () => machine.idle(2000),
  drop: (roll) => Promise.all(Array.from({ length: 10 }, () => clients[roll(nClients)].vanish().catch(() => {}))),
  kill: () => machine.kill(),
};
const happened = Object.fromEntries(Object.keys(faults).map((name) => [name, 0]));
async function fail() {
  const roll = random(seed);
  for (let round = 0; Date.now() < end; round++) {
    const isOn = { slow: machine.layer, clock: machine.layer, kill: round % 3 === 1 };
    const list = Object.keys(faults).filter((name) => isOn[name] ?? true);
    for (let i = list.length - 1; i > 0; i--) {
      const j = roll(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
    for (const name of list) {
      await pause(1500 + roll(2500));
      if (Date.now() >= end) return;
      await faults[name](roll);
      happened[name]++;
    }
  }
}

// 3. Everybody at once, then the reckoning, with the server that is there and after
//    one more kill.
const errors = [];
await Promise.all([fail(), ...clients.map((client) => client.run(end))]);
clearInterval(minutes);
await pause(3000);
const settled = machine.resident();
const jobsLeft = machine.workers().length;
if (jobsLeft > 0) errors.push(`${jobsLeft} workers are left though every client is gone`);
const reckon = async () => {
  for (const client of clients) await client.verify().catch((error) => client.errors.push(error.message));
};
await reckon();
await machine.kill();
await reckon();
clearInterval(watch);
const code = await machine.stop();
if (code !== 0) errors.push(`the server ended with ${code}`);
const check = machine.look(process.env.INTEGRITY);
if (check !== 'ok') errors.push(`integrity_check: ${check}`);
const left = machine.leftovers().filter((id) => Number(id) !== machine.keeper?.pid);
if (left.length > 0) errors.push(`processes are left: ${left.join(' ')}`);
if (memory.server > MOST_RESIDENT) errors.push(`the server took ${memory.server.toFixed(0)} MiB`);
machine.clear();

// 4. The report.
const total = (name) => clients.reduce((sum, client) => sum + client.counts[name], 0);
errors.push(...clients.flatMap((client) => client.errors));
console.log(`faults: ${Object.entries(happened).map(([name, n]) => `${name} ${n}`).join(', ')}`);
console.log(`${total('moves')} moves sent, ${total('saved')} acknowledged as saved, ${total('unsaved')} as not saved, ${total('lost')} requests lost to faults`);
console.log(`${total('jobs')} jobs, ${total('failedJobs')} failed with their worker; ${total('imports')} imports; ${total('compared')} games compared`);
console.log(`memory: server ${memory.server.toFixed(0)} MiB at most (bound ${MOST_RESIDENT}), ${settled.toFixed(0)} MiB at the end; with its workers ${memory.together.toFixed(0)} MiB at most`);
console.log(`integrity_check: ${check}; left behind: ${jobsLeft} workers, ${left.length} processes`);
console.log(`${errors.length} errors`);
for (const error of [...new Set(errors)].slice(0, 10)) console.log(`error: ${error}`);
process.exit(errors.length > 0 || total('saved') === 0 ? 1 : 0);
