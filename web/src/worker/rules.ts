/**
 * The worker that answers the page where there is no server. The engine answers from
 * rows that it has in memory; what it changes is on the disk before the answer goes
 * out, and other windows hear of it.
 */

import { Database, Overtaken, type Change, type Everything } from './database';
import { Engine, Refusal, type Told } from './engine';

interface Question {
  id: number;
  method: string;
  path: string;
  body?: unknown;
}

const windows = new BroadcastChannel('sokoscope');
const database = Database.open();
let address = '';
let engine: Promise<Engine>;

/** The engine with all rows. */
async function load(): Promise<Engine> {
  const [loaded, rows] = await Promise.all([Engine.load(address), database.then((open) => open.rows())]);
  loaded.takeOver(rows, true);
  return loaded;
}

/** Reads all rows anew: other windows have changed them. */
async function reread(): Promise<void> {
  const [loaded, open] = [await engine, await database];
  loaded.takeOver(await open.rows(), true);
}

windows.onmessage = async ({ data }: MessageEvent<Change[] | 'all'>) => {
  if (data === 'all') return reread();
  (await engine).takeOver(data, false);
};

/** Asks, and writes what that changes. Whoever is overtaken by another window looks
 * again and asks again. */
async function ask(method: string, path: string, body: unknown): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    const told = (await engine).ask(method, path, body);
    try {
      await keep(told);
      return result(told, null);
    } catch (problem) {
      if (problem instanceof Overtaken && attempt < 20) {
        await reread();
        continue;
      }
      return result(told, (problem as Error).message);
    }
  }
}

async function keep({ changes }: Told): Promise<void> {
  if (changes.length === 0) return;
  await (await database).write(changes);
  windows.postMessage(changes);
}

/** The answer; where nothing could be kept, a game goes on and says so. */
function result({ answer, error }: Told, unsaved: string | null): unknown {
  if (error !== undefined) throw new Refusal(error);
  if (unsaved === null) return answer;
  if (typeof answer === 'object' && answer !== null && 'unsaved' in answer) return { ...answer, unsaved };
  throw new Refusal(`This is not saved: ${unsaved}.`);
}

async function answer({ method, path, body }: Question): Promise<unknown> {
  const name = decodeURIComponent(path.replace(/^\/api\//, ''));
  if (name !== 'everything') return ask(method, name, body);
  const open = await database;
  if (method === 'GET') return open.everything();
  await open.replace(body as Everything);
  await reread();
  windows.postMessage('all');
  return null;
}

/** One question after the other, so that no change comes between another and its
 * answer. */
let queue: Promise<void> = Promise.resolve();

async function serve(question: Question): Promise<void> {
  try {
    postMessage({ id: question.id, answer: await answer(question) });
  } catch (problem) {
    // What is broken is loaded anew; nothing that was kept is lost by that.
    if (problem instanceof WebAssembly.RuntimeError) engine = load();
    postMessage({ id: question.id, error: (problem as Error).message });
  }
}

onmessage = ({ data }: MessageEvent<{ engine: string } | Question>) => {
  if ('engine' in data) {
    address = data.engine;
    engine = load();
  } else {
    queue = queue.then(() => serve(data));
  }
};
