import { backend, Unreachable, type JobEvent, type JobLine, type JobRequest, type Progress } from '../backend';

export type { JobRequest, Progress };

interface Listener {
  progress: (progress: Progress) => void;
  done: (result: unknown) => void;
  failed: (error: Error) => void;
}

const listeners = new Map<number, Listener>();
let line: Promise<JobLine> | null = null;
let nextId = 1;

/** One line a tab; its end is the end of all jobs of the tab. */
function connect(): Promise<JobLine> {
  line ??= backend.jobs(hear, lose).catch((error: unknown) => {
    line = null;
    throw error;
  });
  return line;
}

function lose(): void {
  line = null;
  for (const listener of listeners.values()) listener.failed(new Error('This job was lost with the server.'));
  listeners.clear();
}

function hear(event: JobEvent): void {
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
        open.send({ start: id, job: request });
      });
      if (this.id !== id) return null;
      this.result = result;
      return result;
    } catch (problem) {
      // That the server does not answer is said once, for the whole page.
      if (this.id === id && !(problem instanceof Unreachable)) this.error = (problem as Error).message;
      return null;
    } finally {
      if (this.id === id) this.running = false;
    }
  }

  /** Asks the server to stop; the job then ends with what it has. */
  stop(): void {
    if (this.running && listeners.has(this.id)) {
      const id = this.id;
      void connect().then((open) => open.send({ stop: id }), () => undefined);
    }
  }

  /** Starts unless this level's job of this kind is under way or done. */
  ensure(request: JobRequest): void {
    if (!this.running && this.result === null) void this.start(request);
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
