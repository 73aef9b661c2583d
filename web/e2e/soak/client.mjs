// A client of a soak: plays levels of its own, asks about others, and remembers
// what the server has acknowledged.

import { createConnection } from 'node:net';
import { random } from '../random.mjs';
import { pause } from './machine.mjs';

/** A room with walls, boxes and goals strewn about, no two alike. */
function strewn(roll, number) {
  const [width, height] = [9 + roll(5), 7 + roll(3)];
  const cells = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => (x % (width - 1) && y % (height - 1) ? ' ' : '#')));
  const put = (piece, n) => {
    while (n > 0) {
      const [x, y] = [1 + roll(width - 2), 1 + roll(height - 2)];
      if (cells[y][x] !== ' ') continue;
      cells[y][x] = piece;
      n--;
    }
  };
  put('@', 1);
  put('$', 2 + (number % 3));
  put('.', 2 + (number % 3));
  put('#', 3);
  return cells.map((row) => row.join('')).join('\n');
}

class Lost extends Error {}

export class Client {
  /** What the server should have: by level, the last game acknowledged and those sent since. */
  games = new Map();
  /** Collections acknowledged and not dropped: id and number of levels. */
  collections = new Map();
  counts = { moves: 0, saved: 0, unsaved: 0, jobs: 0, failedJobs: 0, lost: 0, imports: 0, compared: 0 };
  errors = [];

  constructor(machine, number, seed, levels) {
    this.machine = machine;
    this.number = number;
    this.roll = random(seed * 1000 + number);
    this.levels = levels;
  }

  /** Finds levels that nobody else has. */
  async prepare() {
    while (this.games.size < 3) {
      const level = strewn(this.roll, this.games.size);
      const checked = await this.ask('api/check', { level });
      if (checked.faults.length === 0) this.games.set(level, { kept: '', sent: [] });
    }
  }

  async ask(path, body, method = body ? 'POST' : 'GET') {
    const headers = { 'content-type': 'application/json', 'x-soko-token': this.machine.token };
    const signal = AbortSignal.timeout(60_000);
    let response, answer;
    try {
      response = await fetch(this.machine.url + path, { method, headers, signal, body: body && JSON.stringify(body) });
      answer = await response.json();
    } catch (error) {
      if (error.name === 'TimeoutError') this.errors.push(`${path}: no answer in a minute`);
      throw new Lost(error.message);
    }
    // A server just started has another token; a disk without room refuses what only saves.
    if (response.status === 401 || response.status === 507) throw new Lost(answer.error);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.error}`);
    return answer;
  }

  async run(end) {
    const doings = [this.play, this.play, this.play, this.inspect, this.job, this.job, this.import, this.vanish];
    while (Date.now() < end) {
      try {
        await doings[this.roll(doings.length)].call(this, end);
      } catch (error) {
        if (!(error instanceof Lost)) this.errors.push(error.message);
        this.counts.lost++;
        await pause(100 + this.roll(200));
      }
    }
  }

  /** Plays on in one of its own levels. */
  async play(end) {
    const levels = [...this.games.keys()];
    const level = levels[this.roll(levels.length)];
    const game = this.games.get(level);
    let moves = await this.compare(level, game);
    for (let i = 0; i < 20 && Date.now() < end; i++) {
      if (moves.length > 400) moves = '';
      const steps = Array.from({ length: 1 + this.roll(3) }, () => 'lurd'[this.roll(4)]).join('');
      this.counts.moves++;
      // Whatever comes of it, it may have been kept.
      const sent = { before: moves, steps };
      game.sent.push(sent);
      const answer = await this.ask('api/play', { level, moves, cursor: moves.length, action: { type: 'steps', steps } });
      moves += answer.added;
      sent.after = moves;
      if (answer.unsaved) {
        this.counts.unsaved++;
        continue;
      }
      this.counts.saved++;
      game.kept = moves;
      game.sent = [];
      await pause(this.roll(40));
    }
  }

  /** Asks for layers and the like of levels that others look at, too. */
  async inspect() {
    const level = this.levels[this.roll(this.levels.length)];
    await this.ask('api/layers', { level, layers: ['dead', 'prevention', 'alert'], nearest: 3, patient: this.roll(3) === 0 });
    if (this.roll(5) === 0) await this.ask('api/library');
  }

  /** Keeps a collection, or drops one. */
  async import() {
    const ids = [...this.collections.keys()];
    if (ids.length > 2) {
      this.collections.delete(ids[0]);
      return this.ask(`api/collections/${ids[0]}`, undefined, 'DELETE');
    }
    const text = [...this.games.keys()].join('\n\n');
    const kept = await this.ask('api/collections', { name: `${this.number}-${this.counts.imports++}`, text });
    this.collections.set(kept.id, kept.count);
  }

  socket() {
    const { host } = new URL(this.machine.url);
    const socket = new WebSocket(`ws://${host}/api/jobs?token=${this.machine.token}`);
    return new Promise((resolve, reject) => {
      socket.onopen = () => resolve(socket);
      socket.onerror = () => reject(new Lost('no socket'));
    });
  }

  request() {
    const level = this.levels[this.roll(this.levels.length)];
    const game = { level };
    const jobs = [
      { type: 'solve', game, goal: 'any', seconds: 2 },
      { type: 'solve', game, engine: 'astar', goal: 'pushes', seconds: 2 },
      { type: 'hint', game, seconds: 2 },
      { type: 'judge', game, seconds: 2 },
      { type: 'back', game, seconds: 2 },
      { type: 'map', level },
    ];
    return jobs[this.roll(jobs.length)];
  }

  /** A job to its end. */
  async job() {
    const socket = await this.socket();
    const last = await new Promise((resolve, reject) => {
      socket.onmessage = (message) => {
        const event = JSON.parse(message.data);
        if (event.event === 'done' || event.event === 'failed') resolve(event);
      };
      socket.onclose = socket.onerror = () => reject(new Lost('the socket was closed'));
      socket.send(JSON.stringify({ start: 1, job: this.request() }));
    });
    socket.close();
    this.counts.jobs++;
    if (last.event !== 'failed') return;
    this.counts.failedJobs++;
    // Only a worker that was killed may fail.
    if (!/signal: 9/.test(last.error)) throw new Error(`a job: ${last.error}`);
  }

  /** Goes away in the middle: of a job, of a head, of a body. */
  async vanish() {
    if (this.roll(2)) {
      const socket = await this.socket();
      socket.send(JSON.stringify({ start: 1, job: this.request() }));
      await pause(this.roll(500));
      return socket.close();
    }
    const { hostname, port } = new URL(this.machine.url);
    const socket = createConnection(Number(port), hostname);
    socket.on('error', () => {});
    const head = `POST /api/play HTTP/1.1\r\nHost: ${hostname}:${port}\r\nx-soko-token: ${this.machine.token}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"level": "#`;
    socket.write(head.slice(0, this.roll(head.length)));
    await pause(this.roll(200));
    socket.destroy();
  }

  /** Opens a level of its own and sees whether what was acknowledged is there; gives the moves. */
  async compare(level, game) {
    const opened = await this.ask('api/open', { level });
    const moves = opened.game?.moves ?? '';
    if (opened.unsaved && !opened.game) return game.kept;
    // A game that was sent and not acknowledged may be there or not.
    const isFrom = (sent) => moves.startsWith(sent.before) && moves.length <= sent.before.length + sent.steps.length;
    if (moves !== game.kept && !game.sent.some((sent) => moves === sent.after || (sent.after === undefined && isFrom(sent)))) {
      this.errors.push(`lost: ${JSON.stringify(game.kept)} was acknowledged, ${JSON.stringify(moves)} is there`);
    }
    this.counts.compared++;
    return moves;
  }

  /** Sees whether everything that was acknowledged is there. */
  async verify() {
    for (const [level, game] of this.games) await this.compare(level, game);
    for (const [id, count] of this.collections) {
      const shelf = await this.ask(`api/library/${id}`);
      if (shelf.levels.length !== count) this.errors.push(`lost: collection ${id} of ${count} levels has ${shelf.levels.length}`);
    }
  }
}
