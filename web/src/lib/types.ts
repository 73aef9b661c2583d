import type { BoardLevel, Cell, Target } from '../board/types';

/** What the server says; the shapes are documented in `soko-server`. */

/** `reverse@17` is a reverse game whose man has jumped to cell 17. */
export type Mode = 'forward' | 'reverse' | `reverse@${number}`;

export interface LevelView extends BoardLevel {
  key: string;
  boxes: Cell[];
  man: Cell;
  dead: Cell[];
}

export interface SavedGame {
  mode: Mode;
  moves: string;
  cursor: number;
}

export interface Solution {
  moves: string;
  nMoves: number;
  nPushes: number;
}

export interface Best {
  pushes: Solution | null;
  moves: Solution | null;
}

export interface SavedPosition {
  id: number;
  name: string;
  mode: Mode;
  moves: string;
}

export interface Opened {
  level: LevelView;
  game: SavedGame | null;
  best: Best;
  positions: SavedPosition[];
  /** Where the man of a reverse game starts; none if there is no such game. */
  reverseMan: Cell | null;
  /** Why nothing is being saved, if that is so. */
  unsaved: string | null;
}

export interface GameBody {
  level: string;
  mode: Mode;
  moves: string;
  cursor: number;
}

export type Action =
  | { type: 'look' }
  | { type: 'steps'; steps: string }
  | { type: 'walk'; to: Cell }
  | { type: 'box'; from: Cell; to: Cell };

export interface Played {
  added: string;
  refused: string | null;
  man: Cell;
  boxes: Cell[];
  solved: boolean;
  best: Best | null;
  /** Why this was not saved, if it was not. */
  unsaved: string | null;
}

/** The cursors to which a run of one box's pushes leads. */
export interface Runs {
  back: number;
  on: number;
}

export interface BoxReach {
  targets: Target[];
}

export interface CollectionView {
  id: string;
  name: string;
  count: number;
  own: boolean;
}

export interface LevelEntry {
  number: number;
  title: string | null;
  author: string | null;
  key: string;
  text: string;
  boxes: number;
  pushes: number | null;
  moves: number | null;
  started: boolean;
}

export interface Diagnostic {
  severity: 'error' | 'warning';
  message: string;
  level: number | null;
  line: number | null;
  column: number | null;
  excerpt: string | null;
  caret: number | null;
}

export interface ReadView {
  name: string | null;
  levels: LevelEntry[];
  diagnostics: Diagnostic[];
}

export interface Checked {
  text: string | null;
  faults: { message: string; cell: Cell | null }[];
  dead: Cell[];
}

export interface EngineView {
  name: string;
  summary: string;
  goals: string[];
  is_default: boolean;
}

export interface SolveResult {
  outcome: 'solved' | 'unsolvable' | 'incomplete' | 'stopped';
  reason?: string;
  engine?: string;
  lowerBound?: number | null;
  boundMeasure?: string | null;
  expanded?: number;
  generated?: number;
  bytes?: number;
  seconds?: number;
  moves?: string;
  nMoves?: number;
  nPushes?: number;
  optimal?: string | null;
  notes?: string[];
}

export interface MapNode {
  id: number;
  state: number;
  x: number;
  y: number;
  size: number;
  depth: number;
  start: boolean;
  solved: boolean;
  sink: boolean;
  dead: boolean;
  factor: number;
}

export interface Drawing {
  view: 'components' | 'states';
  width: number;
  height: number;
  nodes: MapNode[];
  edges: { from: number; to: number; twoWay: boolean; points: [number, number][] }[];
}

export interface MapView {
  stopped: string | null;
  states: number;
  edges: number;
  components: number;
  deadStates: number;
  sinks: number;
  solutionFactor: number;
  drawings: Drawing[];
  depths: { depth: number; states: number; solved: number; dead: number }[];
}

export interface Place {
  state: number | null;
  component: number | null;
  trail: number[];
  components: number[];
  pushes: { from: Cell; to: Cell; back: boolean; alive: boolean }[];
}

export interface LayerInfo {
  name: string;
  title: string;
  summary: string;
  kind: 'area' | 'arrow' | 'alert';
  needsFocus: boolean;
}

export interface Preset {
  name: string;
  summary: string;
  layers: string[];
  nearest: number | null;
}

export interface Catalogue {
  layers: LayerInfo[];
  presets: Preset[];
}

export interface Overlay {
  layer: string;
  certainty: 'proved' | 'heuristic';
  tints: { cell: Cell; kind: string; strength: number }[];
  arrows: { from: Cell; to: Cell; kind: string; strength: number; reason: string | null }[];
  labels: { cell: Cell; text: string }[];
  walls: Cell[];
  sentences: string[];
  complete: boolean;
}
