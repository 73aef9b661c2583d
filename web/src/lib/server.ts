import type * as T from './types';

/** A request that the server answered with an error. */
export class Refused extends Error {}

/** The server did not answer at all. */
export class Unreachable extends Error {}

let token = document.querySelector<HTMLMetaElement>('meta[name=token]')?.content ?? '';

/** A restarted server has another token; its page carries it. */
async function renewToken(): Promise<void> {
  const page = await (await fetch('/', { cache: 'no-store' })).text();
  token = /name="token" content="([^"]*)"/.exec(page)?.[1] ?? token;
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      headers: { 'content-type': 'application/json', 'x-soko-token': token },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Unreachable('The server does not answer.');
  }
}

async function ask<R>(method: string, path: string, body?: unknown): Promise<R> {
  let response = await send(method, path, body);
  if (response.status === 401) {
    await renewToken();
    response = await send(method, path, body);
  }
  const answer = await response.json().catch(() => ({ error: response.statusText }));
  if (!response.ok) throw new Refused(answer.error ?? response.statusText);
  return answer as R;
}

/** The address of the socket for jobs. */
export async function jobsAddress(): Promise<string> {
  await ask('GET', '/api/library'); // renews the token if need be
  return `ws://${location.host}/api/jobs?token=${token}`;
}

const post = <R>(path: string, body: unknown) => ask<R>('POST', path, body);
const drop = (path: string) => ask<null>('DELETE', path);

export const server = {
  library: () => ask<T.CollectionView[]>('GET', '/api/library'),
  levels: (id: string) => ask<T.ReadView>('GET', `/api/library/${encodeURIComponent(id)}`),
  read: (text: string) => post<T.ReadView>('/api/read', { text }),
  keepCollection: (name: string, text: string) => post<{ id: string; count: number }>('/api/collections', { name, text }),
  dropCollection: (id: string) => drop(`/api/collections/${id}`),
  open: (level: string) => post<T.Opened>('/api/open', { level }),
  play: (game: T.GameBody, action: T.Action) => post<T.Played>('/api/play', { ...game, action }),
  boxReach: (game: T.GameBody, from: number) => post<T.BoxReach>('/api/box', { ...game, from }),
  way: (game: T.GameBody, from: number, to: number) => post<{ moves: string }>('/api/way', { ...game, from, to }),
  runs: (game: T.GameBody) => post<T.Runs>('/api/runs', game),
  keepPosition: (game: T.GameBody, name: string) => post<T.SavedPosition[]>('/api/positions', { ...game, name }),
  dropPosition: (id: number) => drop(`/api/positions/${id}`),
  keepSolution: (game: T.GameBody) => post<T.Best>('/api/solutions', game),
  engines: () => ask<T.EngineView[]>('GET', '/api/engines'),
  place: (game: T.GameBody) => post<T.Place>('/api/map/place', game),
  wayTo: (level: string, state: number) => post<{ moves: string }>('/api/map/go', { level, state }),
  lookAt: (level: string, state: number) => post<{ text: string }>('/api/map/look', { level, state }),
  openComponent: (level: string, component: number) => post<T.Drawing>('/api/map/open', { level, component }),
  catalogue: () => ask<T.Catalogue>('GET', '/api/layers'),
  layers: (game: T.GameBody, layers: string[], focus: number | null, nearest: number | null, patient: boolean) =>
    post<T.Overlay[]>('/api/layers', { ...game, layers, focus, nearest, patient }),
  check: (level: string) => post<T.Checked>('/api/check', { level }),
};
