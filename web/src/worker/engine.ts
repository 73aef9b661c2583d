/** The compiled rules: see `soko-wasm`. */

import type { Change } from './database';

export class Refusal extends Error {}

interface Module {
  default(options: { module_or_path: URL }): Promise<unknown>;
  ask(question: string): string;
  take_over(changes: string, anew: boolean): void;
  work(job: string): string;
}

export interface Told {
  answer?: unknown;
  error?: string;
  changes: Change[];
}

export class Engine {
  private constructor(private readonly module: Module) {}

  static async load(address: string): Promise<Engine> {
    // A module that broke down stays broken, so each time it is another one.
    const module = (await import(/* @vite-ignore */ `${address}?${Date.now()}`)) as Module;
    await module.default({ module_or_path: new URL('soko_wasm_bg.wasm', address) });
    return new Engine(module);
  }

  ask(method: string, path: string, body: unknown): Told {
    const now = new Date();
    const two = (n: number) => String(n).padStart(2, '0');
    const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
    const seconds = Math.floor(now.getTime() / 1000);
    return JSON.parse(this.module.ask(JSON.stringify({ method, path, body, now: { seconds, day } })));
  }

  takeOver(rows: Change[], anew: boolean): void {
    this.module.take_over(JSON.stringify(rows), anew);
  }

  work(job: unknown): unknown {
    const { answer, error } = JSON.parse(this.module.work(JSON.stringify(job))) as Told;
    if (error !== undefined) throw new Refusal(error);
    return answer;
  }
}
