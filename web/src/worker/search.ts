/** The worker of one lane of jobs: does one job after the other. */

import { Engine } from './engine';

type Order = { engine: string } | { id: number; job: unknown };

let engine: Promise<Engine>;
let current = 0;

const scope = globalThis as typeof globalThis & { sokoProgress: (text: string) => void };
scope.sokoProgress = (text) => postMessage({ id: current, event: 'progress', progress: JSON.parse(text) });

onmessage = async ({ data }: MessageEvent<Order>) => {
  if ('engine' in data) {
    engine = Engine.load(data.engine);
    return;
  }
  try {
    const loaded = await engine;
    current = data.id;
    postMessage({ id: data.id, event: 'done', result: loaded.work(data.job) });
  } catch (problem) {
    postMessage({ id: data.id, event: 'failed', error: (problem as Error).message, broken: problem instanceof WebAssembly.RuntimeError });
  }
};
