import { backend } from '../backend';
import type { Maker } from './tree';
import type * as T from './types';

export { Refused, Unreachable } from '../backend';

const ask = <R>(path: string) => backend.ask<R>('GET', path);
const post = <R>(path: string, body: unknown) => backend.ask<R>('POST', path, body);
const drop = (path: string) => backend.ask<null>('DELETE', path);

/** What the page asks, whoever answers. */
export const server = {
  library: () => ask<T.CollectionView[]>('/api/library'),
  levels: (id: string) => ask<T.ReadView>(`/api/library/${encodeURIComponent(id)}`),
  read: (text: string) => post<T.ReadView>('/api/read', { text }),
  known: () => ask<T.CollectionView[]>('/api/known'),
  export: (id: string) => ask<T.Exported>(`/api/export/${encodeURIComponent(id)}`),
  line: (level: string, moves: string) => post<T.Line>('/api/line', { level, moves }),
  keepCollection: (name: string, text: string, duplicates: T.Duplicates) => post<T.Kept>('/api/collections', { name, text, duplicates }),
  renameCollection: (id: string, name: string) => backend.ask<null>('PATCH', `/api/collections/${id}`, { name }),
  dropCollection: (id: string) => drop(`/api/collections/${id}`),
  renameLevel: (id: string, number: number, key: string, title: string) => backend.ask<null>('PATCH', `/api/collections/${id}/${number}`, { key, title }),
  dropLevel: (id: string, number: number, key: string) => backend.ask<null>('DELETE', `/api/collections/${id}/${number}`, { key }),
  open: (level: string) => post<T.Opened>('/api/open', { level, tree: true }),
  play: (game: T.GameBody, action: T.Action, by: Maker, since: number, seconds: number) =>
    post<T.Played>('/api/play', { ...game, action, by, since, seconds }),
  tree: (game: T.GameBody, since: number) => post<T.TreeView>('/api/tree', { ...game, since }),
  enterLine: (game: T.GameBody, name: string, by: Maker, since: number) => post<T.TreeView>('/api/lines', { ...game, name, by, since }),
  markLine: (game: T.GameBody, mark: T.LineMark, since: number) => post<T.TreeView>('/api/marks', { ...game, mark, since }),
  boxReach: (game: T.GameBody, from: number) => post<T.BoxReach>('/api/box', { ...game, from }),
  way: (game: T.GameBody, from: number, to: number) => post<{ moves: string }>('/api/way', { ...game, from, to }),
  runs: (game: T.GameBody) => post<T.Runs>('/api/runs', game),
  solutions: (level: string) => post<T.Solutions>('/api/solutions/list', { level }),
  keepSolution: (level: string, moves: string, by: Maker, engine?: string, seconds?: number) =>
    post<T.Solutions>('/api/solutions', { level, moves, by, engine, seconds }),
  dropSolution: (id: number) => drop(`/api/solutions/${id}`),
  tally: (level: string, day: string, sums: T.Sums) => post<null>('/api/tally', { level, day, ...sums }),
  statistics: () => ask<T.Statistics>('/api/statistics'),
  keepAttempt: (level: string, attempt: T.Attempt) => post<number>('/api/attempts', { level, ...attempt }),
  attempts: () => ask<string>('/api/attempts'),
  dropAttempts: () => backend.ask<number>('DELETE', '/api/attempts'),
  engines: () => ask<T.EngineView[]>('/api/engines'),
  place: (game: T.GameBody) => post<T.Place>('/api/map/place', game),
  wayTo: (level: string, state: number) => post<{ moves: string }>('/api/map/go', { level, state }),
  lookAt: (level: string, state: number) => post<{ text: string }>('/api/map/look', { level, state }),
  openComponent: (level: string, component: number) => post<T.Drawing>('/api/map/open', { level, component }),
  near: (game: T.GameBody, states: number, solutions: string[]) => post<T.Near>('/api/map/near', { ...game, states, solutions }),
  catalogue: () => ask<T.Catalogue>('/api/layers'),
  layers: (game: T.GameBody, layers: string[], focus: number | null, nearest: number | null, patient: boolean) =>
    post<T.Overlay[]>('/api/layers', { ...game, layers, focus, nearest, patient }),
  tiles: {
    games: () => ask<T.TileGameView[]>('/api/tiles'),
    read: (rules: string, levels: string) => post<T.TileTexts>('/api/tiles/read', { rules, levels }),
    open: (level: T.TileSource) => post<T.TileBoard>('/api/tiles/open', level),
    play: (game: { level: T.TileSource; moves: string }, steps: string) =>
      post<{ added: string; at: T.Standing }>('/api/tiles/play', { game, steps }),
  },
  check: (level: string) => post<T.Checked>('/api/check', { level }),
};
