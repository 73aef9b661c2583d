// Fifty clients that play and solve for a minute (CLIENTS and SECONDS change
// that). Prints latencies and the server's memory; any error, or more memory than
// the limit, fails.

import { readFileSync } from 'node:fs';
import { serve } from './harness.mjs';
import { random } from './random.mjs';

const clients = Number(process.env.CLIENTS ?? 50);
const seconds = Number(process.env.SECONDS ?? 60);
const mostMemory = 1024; // MiB

const host = await serve();
const page = await (await fetch(host.url)).text();
const token = /name="token" content="([^"]*)"/.exec(page)[1];
const headers = { 'content-type': 'application/json', 'x-soko-token': token };

const times = { play: [], layers: [], solve: [] };
const errors = [];
let answered = 0;

async function ask(kind, path, body) {
  const start = performance.now();
  const response = await fetch(host.url + path, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.error}`);
  times[kind]?.push(performance.now() - start);
  answered++;
  return answer;
}

/** One socket for the jobs of a client. */
async function socket() {
  const made = new WebSocket(`${host.url.replace('http', 'ws')}api/jobs?token=${token}`);
  await new Promise((resolve, reject) => ((made.onopen = resolve), (made.onerror = () => reject(new Error('no socket')))));
  let id = 0;
  return (job) =>
    new Promise((resolve, reject) => {
      const own = ++id;
      const start = performance.now();
      made.onmessage = (message) => {
        const event = JSON.parse(message.data);
        if (event.id !== own) return;
        if (event.event === 'failed') reject(new Error(event.error));
        if (event.event !== 'done') return;
        times.solve.push(performance.now() - start);
        answered++;
        resolve(event.result);
      };
      made.onclose = () => reject(new Error('the socket was closed'));
      made.send(JSON.stringify({ start: own, job }));
    });
}

const collections = await ask('library', 'api/library');
const shelves = await Promise.all(collections.map((one) => ask('library', `api/library/${one.id}`)));
const levels = shelves.flatMap((shelf) => shelf.levels.map((level) => level.text));
const end = Date.now() + seconds * 1000;

async function client(number) {
  const roll = random(number + 1);
  const job = await socket();
  while (Date.now() < end) {
    const level = levels[roll(levels.length)];
    await ask('open', 'api/open', { level });
    let moves = '';
    for (let i = 0; i < 20 && Date.now() < end; i++) {
      const steps = Array.from({ length: 1 + roll(3) }, () => 'lurd'[roll(4)]).join('');
      const game = { level, moves, cursor: moves.length };
      moves += (await ask('play', 'api/play', { ...game, action: { type: 'steps', steps } })).added;
      await ask('layers', 'api/layers', { level, moves, layers: ['dead', 'prevention', 'alert'], nearest: 3 });
    }
    await job({ type: 'solve', game: { level }, goal: 'any', seconds: 2 });
  }
}

let peak = 0;
const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${host.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
const watch = setInterval(() => (peak = Math.max(peak, resident())), 500);
await Promise.all(Array.from({ length: clients }, (_, i) => client(i).catch((error) => errors.push(error.message))));
clearInterval(watch);

const quantile = (list, q) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))]?.toFixed(1) ?? '-';
console.log(`${clients} clients, ${seconds} s, ${levels.length} levels: ${answered} answers, ${errors.length} errors`);
for (const [kind, list] of Object.entries(times)) {
  console.log(`${kind.padEnd(7)} ${String(list.length).padStart(7)} times, median ${quantile(list, 0.5)} ms, 99 % ${quantile(list, 0.99)} ms, most ${quantile(list, 1)} ms`);
}
console.log(`memory of the server: ${peak.toFixed(0)} MiB at most, ${resident().toFixed(0)} MiB at the end`);
for (const error of [...new Set(errors)].slice(0, 5)) console.log(`error: ${error}`);
await host.kill();
process.exit(errors.length > 0 || answered === 0 || peak > mostMemory ? 1 : 0);
