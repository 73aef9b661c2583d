import { HttpBackend } from './http';
import type { Backend } from './types';
import { WorkerBackend } from './worker';

/** Whether this page is the one that needs no server (`make site`). */
export const isSite = import.meta.env.MODE === 'site';

export const backend: Backend = isSite ? new WorkerBackend() : new HttpBackend();

export * from './types';
