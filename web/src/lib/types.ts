import type { BoardLevel, Cell, Target } from '../board/types';
import type { Maker, TreeEvent } from './tree';

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

/** A solution that is kept with its level. */
export interface Solution {
  id: number;
  moves: string;
  nMoves: number;
  nPushes: number;
  by: Maker;
  engine: string | null;
  /** How long it took, where that is known. */
  seconds: number | null;
  /** When it was found, in seconds since 1970. */
  found: number;
}

/** One with all the numbers by which solutions are compared. */
export interface FullSolution extends Solution {
  boxLines: number;
  boxChanges: number;
  pushingSessions: number;
  playerLines: number;
}

export interface Best {
  pushes: Solution | null;
  moves: Solution | null;
}

export interface Solutions extends Best {
  solutions: FullSolution[];
}

/** A tree as far as this window does not know it. */
export interface TreeView {
  game: SavedGame | null;
  events: TreeEvent[];
}

/** What a player says of a node. */
export type LineMark = { type: 'name'; name: string } | { type: 'delete' | 'fold'; on: boolean };

export interface Opened {
  level: LevelView;
  game: SavedGame | null;
  events: TreeEvent[];
  best: Best;
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
  /** By whom it is solved. */
  by: Maker | null;
  best: Best | null;
  events: TreeEvent[];
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
  width: number;
  height: number;
  boxes: number;
  /** Of the player's own solutions. */
  pushes: number | null;
  moves: number | null;
  /** By whom it is solved. */
  by: Maker | null;
  started: boolean;
  /** Remarks about the level, such as the lesson of a tutorial. */
  comments: string[];
  /** The fewest pushes and moves among the solutions in the file. */
  known: { pushes: number; moves: number } | null;
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

/** What to do about levels that the library has already. */
export type Duplicates = 'ask' | 'skip' | 'link' | 'keep';

export interface Duplicate {
  number: number;
  title: string | null;
  known: { collection: string | null; name: string; number: number };
}

export interface Kept {
  /** The collection; none if nothing was kept. */
  id: string | null;
  count: number;
  duplicates: Duplicate[];
}

export interface Exported {
  name: string;
  text: string;
  solutions: number;
}

/** What the rules allow of moves, and why that is not all. */
export interface Line {
  moves: string;
  refused: Diagnostic | null;
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
  upperBound?: number | null;
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

/** Whether a position can be solved: known, refuted, or not known. */
export interface Judgement {
  outcome: 'solvable' | 'lost' | 'unknown' | 'stopped';
  moves?: string;
  pushes?: number;
  reason?: string;
}

/** How hard people are likely to find a level: of a hundred plays so many fail. */
export interface Graded {
  outcome: 'rated' | 'unrated' | 'stopped';
  reason?: string;
  grade?: number;
  /** With the whole state graph, or without. */
  model?: 'whole' | 'quick';
  /** What counts most first; points are what it adds to the grade of a middling level. */
  reasons?: { about: string; value: string; points: number }[];
}

export interface OptimiseResult {
  outcome: 'better' | 'same' | 'stopped';
  reason?: string | null;
  moves?: string;
  nMoves?: number;
  nPushes?: number;
  before?: { nMoves: number; nPushes: number };
  gains?: number;
  /** Where the two differ: first and last letter of the one, then of the other. */
  stretches?: [number, number, number, number][];
  expanded?: number;
  seconds?: number;
}

/** What was done, in numbers. */
export interface Sums {
  seconds: number;
  moves: number;
  undos: number;
  hints: number;
  lost: number;
}

export interface Total extends Sums {
  solved: number;
}

export interface Statistics {
  total: Total;
  days: (Total & { day: string })[];
  collections: (Total & { id: string; name: string; levels: number; next: number | null })[];
  last: { id: string; name: string; number: number; title: string | null } | null;
  attempts: number;
}

export interface Attempt {
  id: number | null;
  title: string;
  seconds: number;
  moves: number;
  pushes: number;
  undos: number;
  hints: number;
  firstLosingPush: number | null;
  solved: boolean;
  rating: number | null;
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
  /** Whether it is known that it is dead, or that it is not. */
  known: boolean;
  /** Whether there is more behind it that is not drawn. */
  open: boolean;
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
  /** How large a map that is too large is likely to be, in words. */
  likely: string | null;
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

/** The states around a game; the first is where it is. */
export interface Near {
  drawing: Drawing;
  whole: boolean;
  most: number;
  places: { text: string; moves: string }[];
}

export interface LayerInfo {
  name: string;
  title: string;
  summary: string;
  /** What its numbers and letters are. */
  marks: string;
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
  /** What the kinds of marks mean, by name. */
  meanings: { tints: Record<string, string>; arrows: Record<string, string> };
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

/** A level of a game on tiles: a game of ours by name, or rules of one's own. */
export interface TileSource {
  game?: string;
  rules?: string;
  board: string;
}

export interface TileGameView {
  name: string;
  title: string;
  about: string;
  rules: string;
  levels: { title: string | null; board: string }[];
}

export interface TileTexts {
  title: string;
  about: string;
  levels: { title: string | null; board: string }[];
  inRules: Diagnostic[];
  inLevels: Diagnostic[];
}

export interface TileView {
  kind: string;
  movable: boolean;
  agent: boolean;
  /** Whether nobody may enter its field. */
  solid: boolean;
  /** The ways that it can go, and in which it can be entered; empty where all are free. */
  ways: string;
  entered: string;
  character: string | null;
}

export interface Standing {
  /** For each cell the numbers of its tiles, from the bottom. */
  stacks: number[][];
  text: string;
  /** None if nobody is left to move. */
  agent: Cell | null;
  won: boolean;
}

export interface TileBoard {
  title: string;
  about: string;
  width: number;
  height: number;
  tiles: TileView[];
  at: Standing;
}

export interface TileSolved {
  outcome: 'solved' | 'unsolvable' | 'incomplete' | 'stopped';
  reason?: string;
  moves?: string;
  fewest?: boolean;
  lowerBound?: number;
  expanded?: number;
  seconds?: number;
}
