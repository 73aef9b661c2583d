import type { GameBody, TileSource } from '../lib/types';

/** A question that was answered with an error. */
export class Refused extends Error {}

/** Nobody answered at all. */
export class Unreachable extends Error {}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What can be asked for as a job; see the module `jobs` of `soko-page`. */
export type JobRequest =
  | { type: 'solve'; game: GameBody; engine?: string; goal: string; seconds: number }
  | { type: 'optimise'; game: GameBody; goal: string; seconds: number }
  | { type: 'map' | 'rate'; level: string }
  | { type: 'tiles'; game: { level: TileSource; moves: string }; seconds: number }
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

export type JobOrder = { start: number; job: JobRequest } | { stop: number };

export interface JobEvent {
  id?: number;
  event: 'waiting' | 'progress' | 'done' | 'failed';
  progress?: Progress;
  result?: unknown;
  error?: string;
}

/** Orders for jobs go out; their events come back until the line is lost. */
export interface JobLine {
  send(order: JobOrder): void;
}

/** Who answers the page: the local server, or workers in this browser. The requests
 * are the same; the module documentation of `soko-server` lists them. */
export interface Backend {
  /** Throws `Refused` or `Unreachable` where there is no answer. */
  ask<R>(method: Method, path: string, body?: unknown): Promise<R>;
  jobs(hear: (event: JobEvent) => void, lost: () => void): Promise<JobLine>;
}
