import { engineAddress } from './engine_address';
import type { MapView } from '../lib/types';
import type { JobEvent, JobLine, JobOrder, JobRequest, Progress } from './types';

type Ask = <R>(path: string, body: unknown) => Promise<R>;
type LaneName = 'short' | 'long';

interface Task {
  id: number;
  job: JobRequest;
  progress?: Progress;
}

/** Jobs in workers: a lane for short questions and one for long searches, as on the
 * server. A search fills its worker, so it is stopped by ending the worker. */
export class Jobs implements JobLine {
  private lanes: Record<LaneName, Lane>;
  private asked = new Set<number>();

  constructor(
    private readonly hear: (event: JobEvent) => void,
    private readonly ask: Ask,
  ) {
    const lane = () => new Lane((task, event) => void this.pass(task, event));
    this.lanes = { short: lane(), long: lane() };
  }

  send(order: JobOrder): void {
    if ('stop' in order) this.stop(order.stop);
    else void this.start({ id: order.start, job: order.job });
  }

  private async start(task: Task): Promise<void> {
    const { id, job } = task;
    this.hear({ id, event: 'waiting' });
    this.asked.add(id);
    try {
      const { lane, answer } = await this.ask<{ lane: LaneName; answer: unknown }>('/api/jobs/known', job);
      if (!this.asked.delete(id)) return;
      if (answer !== null) this.hear({ id, event: 'done', result: answer });
      else this.lanes[lane].add(task);
    } catch (problem) {
      this.asked.delete(id);
      this.hear({ id, event: 'failed', error: (problem as Error).message });
    }
  }

  private stop(id: number): void {
    const wasAsked = this.asked.delete(id);
    const stopped = this.lanes.short.stop(id) ?? this.lanes.long.stop(id);
    if (!wasAsked && !stopped) return;
    this.hear({ id, event: 'done', result: stopped?.job.type === 'map' ? unfinishedMap(stopped) : { ...stopped?.progress, outcome: 'stopped', reason: 'cancelled' } });
  }

  /** What further questions about a result need is remembered before it is told. */
  private async pass(task: Task, event: JobEvent): Promise<void> {
    if (event.event === 'done') await this.ask('/api/jobs/settle', { job: task.job, result: event.result }).catch(() => undefined);
    this.hear(event);
  }
}

/** What is known of a map whose worker was ended: how many states there were at least. */
function unfinishedMap({ progress }: Task): MapView {
  const none = { edges: 0, components: 0, deadStates: 0, sinks: 0, solutionFactor: 0, drawings: [], depths: [] };
  return { ...none, stopped: 'cancelled', states: progress?.stored ?? 0, likely: null };
}

/** One worker, one job at a time; the others wait. */
class Lane {
  private worker: Worker | null = null;
  private tasks: Task[] = [];

  constructor(private readonly pass: (task: Task, event: JobEvent) => void) {}

  add(task: Task): void {
    this.tasks.push(task);
    if (this.tasks.length === 1) this.begin(task);
  }

  /** Takes a job away, whether it waits or runs. */
  stop(id: number): Task | undefined {
    const at = this.tasks.findIndex((task) => task.id === id);
    if (at === 0) this.end();
    const [task] = at < 0 ? [] : this.tasks.splice(at, 1);
    if (at === 0) this.next();
    return task;
  }

  private begin(task: Task): void {
    this.worker ??= this.start();
    this.worker.postMessage({ id: task.id, job: task.job });
  }

  private next(): void {
    if (this.tasks[0]) this.begin(this.tasks[0]);
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  private start(): Worker {
    const worker = new Worker(new URL('../worker/search.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<JobEvent & { broken?: boolean }>) => this.take(data, data.broken ?? false);
    worker.onerror = () => this.take({ id: this.tasks[0]?.id, event: 'failed', error: 'The engine could not be loaded.' }, true);
    worker.postMessage({ engine: engineAddress() });
    return worker;
  }

  private take(event: JobEvent, isBroken: boolean): void {
    const task = this.tasks[0];
    if (!task || task.id !== event.id) return;
    if (event.event === 'progress') task.progress = event.progress;
    this.pass(task, event.event === 'failed' && isBroken ? { ...event, error: 'This job broke down; it may have taken too much memory.' } : event);
    if (event.event === 'progress') return;
    if (isBroken) this.end();
    this.tasks.shift();
    this.next();
  }
}
