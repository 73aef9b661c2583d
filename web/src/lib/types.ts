import type { BoardLevel, Cell, Target } from '../board/types';

/** What the server says; the shapes are documented in `soko-server`. */

export type Mode = 'forward' | 'reverse';

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
