// Kills the server at 300 random moments (KILLS and SEED change that) while windows
// play: lines, variations and names in the same levels at the same time. After every
// kill a new server starts over the same file; whatever was acknowledged must be in
// its trees, and at the end the database must be whole. Prints figures; anything
// missing is a failure.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../harness.mjs';
import { random } from '../random.mjs';
import { pause } from './machine.mjs';

const nKills = Number(process.env.KILLS ?? 300);
const seed = Number(process.env.SEED ?? 1);
const N_WINDOWS = 6;
const LONGEST = 60;
const roll = random(seed);
const data = mkdtempSync(join(tmpdir(), 'sokoscope-kills-'));

const levels = [
  '########\n#@     #\n# $  . #\n#      #\n########\n',
  '#########\n#@   #  #\n# $ $ . #\n#    #. #\n#########\n',
  '##########\n#@       #\n# $$  .. #\n#   ##   #\n##########\n',
];
/** What was acknowledged, by level: moves, and names by moves. */
const kept = levels.map(() => ({ lines: new Set(['']), list: [''], names: new Map() }));
const counts = { moves: 0, names: 0, unanswered: 0, compared: 0 };
const errors = [];
let server;
let token = '';

async function ask(path, body) {
  const headers = { 'content-type': 'application/json', 'x-soko-token': token };
  const response = await fetch(`${server.url}api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (response.status === 401) throw new Error('an old token');
  if (!response.ok) errors.push(`${path}: ${response.status} ${answer.error}`);
  return answer;
}

/** Plays on somewhere in a tree, or gives a node a name. */
async function act(roll) {
  const at = roll(levels.length);
  const [level, known] = [levels[at], kept[at]];
  const from = known.list[roll(known.list.length)];
  const moves = from.slice(0, Math.min(LONGEST, roll(from.length + 2)));
  if (roll(8) === 0) {
    const name = `name ${counts.names}`;
    known.names.delete(moves);
    await ask('marks', { level, moves, mark: { type: 'name', name } });
    // Two names at a time may come in either order.
    if (!known.names.has(moves)) known.names.set(moves, name);
    counts.names++;
    return;
  }
  const steps = Array.from({ length: 1 + roll(3) }, () => 'lurd'[roll(4)]).join('');
  const answer = await ask('play', { level, moves, action: { type: 'steps', steps } });
  if (answer.unsaved) errors.push(`not saved: ${answer.unsaved}`);
  const line = moves + (answer.added ?? '');
  if (!known.lines.has(line)) known.list.push(line);
  known.lines.add(line);
  counts.moves++;
}

/** Plays until the server is gone. */
async function window(roll, round) {
  while (round.isOn) {
    try {
      await act(roll);
    } catch {
      counts.unanswered++;
      return;
    }
  }
}

/** All lines and names of a tree, written out. */
async function written(level) {
  const { events } = await ask('tree', { level });
  const [runs, lines, names] = [new Map([[0, '']]), new Set(['']), new Map()];
  for (const [seq, kind, event, letters, text] of events) {
    const run = runs.get(event);
    const before = event === 0 ? '' : run.path.slice(0, run.start + letters);
    if (kind === 2) names.set(before, text);
    if (kind !== 0) continue;
    runs.set(seq, { path: before + text, start: before.length });
    for (let n = 1; n <= text.length; n++) lines.add(before + text.slice(0, n));
  }
  return { lines, names };
}

async function compare() {
  for (const [i, level] of levels.entries()) {
    const found = await written(level);
    for (const line of kept[i].lines) {
      counts.compared++;
      if (!found.lines.has(line)) errors.push(`lost: ${line} was acknowledged`);
    }
    for (const [moves, name] of kept[i].names) {
      counts.compared++;
      // A name that was sent later and not acknowledged may have taken its place.
      if (!found.names.get(moves)) errors.push(`lost: the name ${name} of ${moves}`);
    }
  }
}

async function start(port) {
  server = await serve({ data, port });
  const page = await (await fetch(server.url)).text();
  token = /name="token" content="([^"]*)"/.exec(page)[1];
}

await start(0);
const begin = Date.now();
for (let kill = 1; kill <= nKills; kill++) {
  const round = { isOn: true };
  const windows = Array.from({ length: N_WINDOWS }, (_, i) => window(random(seed * 1e6 + kill * 10 + i), round));
  await pause(roll(250));
  await server.kill();
  round.isOn = false;
  await Promise.all(windows);
  await start(server.port);
  await compare();
  if (kill % 50 === 0) console.log(`${kill} kills: ${counts.moves} moves and ${counts.names} names acknowledged, ${counts.unanswered} requests without an answer`);
}
await server.kill();
const file = join(data, 'sokoscope.db');
const check = process.env.INTEGRITY ? spawnSync(process.env.INTEGRITY, [file], { encoding: 'utf8' }).stdout.trim() : 'not asked: INTEGRITY names no program';
if (process.env.INTEGRITY && check !== 'ok') errors.push(`integrity_check: ${check}`);
const nLines = kept.reduce((sum, { lines }) => sum + lines.size, 0);
console.log(`${nKills} kills in ${Math.round((Date.now() - begin) / 1000)} s, seed ${seed}: ${counts.moves} moves and ${counts.names} names acknowledged, ${nLines} lines, ${counts.compared} comparisons`);
console.log(`database: ${(statSync(file).size / 1024).toFixed(0)} KiB, integrity_check: ${check}`);
console.log(`${errors.length} errors`);
for (const error of [...new Set(errors)].slice(0, 10)) console.log(`error: ${error}`);
rmSync(data, { recursive: true, force: true });
process.exit(errors.length > 0 || counts.moves < nKills ? 1 : 0);
