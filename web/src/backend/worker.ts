import { engineAddress } from './engine_address';
import { Jobs } from './worker_jobs';
import { Refused, Unreachable, type Backend, type JobEvent, type JobLine, type Method } from './types';

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/** Workers in this browser: one with the rules and what is kept, others for jobs. */
export class WorkerBackend implements Backend {
  private rules: Promise<Worker> | null = null;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;

  async ask<R>(method: Method, path: string, body?: unknown): Promise<R> {
    this.rules ??= painted().then(() => this.startRules());
    const rules = await this.rules;
    const id = this.nextId++;
    return new Promise<R>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      rules.postMessage({ id, method, path, body });
    });
  }

  async jobs(hear: (event: JobEvent) => void): Promise<JobLine> {
    return new Jobs(hear, (path, body) => this.ask('POST', path, body));
  }

  private startRules(): Worker {
    const rules = new Worker(new URL('../worker/rules.ts', import.meta.url), { type: 'module' });
    rules.onmessage = ({ data }: MessageEvent<{ id: number; answer?: unknown; error?: string }>) => {
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error === undefined) waiting?.resolve(data.answer as never);
      else waiting?.reject(new Refused(data.error));
    };
    // A worker that cannot even be loaded is begun anew at the next question.
    rules.onerror = () => {
      this.rules = null;
      for (const { reject } of this.waiting.values()) reject(new Unreachable('The engine could not be loaded.'));
      this.waiting.clear();
    };
    rules.postMessage({ engine: engineAddress() });
    return rules;
  }
}

/** The engine is loaded after the page is first seen. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
