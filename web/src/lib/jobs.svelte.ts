import { Unreachable, jobsAddress } from './server';
import type { GameBody } from './types';

/** What can be asked for; see `soko-server`'s module `jobs`. */
export type JobRequest =
  | { type: 'solve'; game: GameBody; engine?: string; goal: string; seconds: number }
  | { type: 'map'; level: string }
  | { type: 'hint'; game: GameBody; seconds: number; solution?: string }
  | { type: 'judge' | 'back'; game: GameBody; seconds: number };

export interface Progress {
  phase: string;
  seconds: number;
  expanded: number;
  generated: number;
  stored: number;
  bytes: number;
}

interface Listener {
  progress: (progress: Progress) => void;
  done: (result: unknown) => void;
  failed: (error: Error) => void;
}

const listeners = new Map<number, Listener>();
let socket: Promise<WebSocket> | null = null;
let nextId = 1;

/** One socket a tab; its end is the end of all jobs of the tab. */
function connect(): Promise<WebSocket> {
  socket ??= openSocket().catch((error: unknown) => {
    socket = null;
    throw error;
  });
  return socket;
}

async function openSocket(): Promise<WebSocket> {
  const made = new WebSocket(await jobsAddress());
  made.onmessage = (message) => hear(JSON.parse(String(message.data)));
  made.onclose = () => {
    socket = null;
    for (const listener of listeners.values()) listener.failed(new Unreachable('The server does not answer.'));
    listeners.clear();
  };
  await new Promise<void>((resolve, reject) => {
    made.onopen = () => resolve();
    made.onerror = () => reject(new Unreachable('The server does not answer.'));
  });
  return made;
}

interface Event {
  id?: number;
  event: 'waiting' | 'progress' | 'done' | 'failed';
  progress?: Progress;
  result?: unknown;
  error?: string;
}

function hear(event: Event): void {
  const listener = listeners.get(event.id ?? -1);
  if (!listener) return;
  if (event.event === 'progress' && event.progress) listener.progress(event.progress);
  if (event.event === 'done' || event.event === 'failed') listeners.delete(event.id ?? -1);
  if (event.event === 'done') listener.done(event.result);
  if (event.event === 'failed') listener.failed(new Error(event.error ?? 'The job failed.'));
}

/** Jobs that give way when the player asks for something. */
const background = new Set<Job<unknown>>();

/** A job that can be watched and stopped. */
export class Job<R> {
  running = $state(false);
  progress = $state.raw<Progress | null>(null);
  result = $state.raw<R | null>(null);
  error = $state('');
  private id = 0;

  private inBackground: boolean;

  constructor(inBackground = false) {
    this.inBackground = inBackground;
    if (inBackground) background.add(this as Job<unknown>);
  }

  /** Starts; whatever this job was at before is stopped. */
  async start(request: JobRequest): Promise<R | null> {
    this.stop();
    if (!this.inBackground) for (const job of background) job.clear();
    const id = nextId++;
    this.id = id;
    this.running = true;
    this.progress = null;
    this.result = null;
    this.error = '';
    try {
      const open = await connect();
      if (this.id !== id) return null;
      const result = await new Promise<R>((done, failed) => {
        listeners.set(id, {
          progress: (progress) => this.id === id && (this.progress = progress),
          done: (value) => done(value as R),
          failed,
        });
        open.send(JSON.stringify({ start: id, job: request }));
      });
      if (this.id !== id) return null;
      this.result = result;
      return result;
    } catch (problem) {
      if (this.id === id) this.error = (problem as Error).message;
      return null;
    } finally {
      if (this.id === id) this.running = false;
    }
  }

  /** Asks the server to stop; the job then ends with what it has. */
  stop(): void {
    if (this.running && listeners.has(this.id)) {
      const id = this.id;
      void connect().then((open) => open.send(JSON.stringify({ stop: id })), () => undefined);
    }
  }

  /** Stops and forgets. */
  clear(): void {
    this.stop();
    this.id = 0;
    this.running = false;
    this.progress = null;
    this.result = null;
    this.error = '';
  }
}
