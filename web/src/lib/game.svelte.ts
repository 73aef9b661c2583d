import type { Cell, Piece } from '../board/types';
import { say, tell } from './announce.svelte';
import { attempt } from './attempt.svelte';
import { connection } from './connection.svelte';
import { moves, pushes } from './counts';
import { backwards, forwards, placeName, pushSentence, type Scene } from './letters';
import { Refused, Unreachable, server } from './server';
import { animates, settings, walkTime } from './settings.svelte';
import { PLAYER, Tree, strangers, type Maker, type TreeEvent } from './tree';
import type { Action, Best, GameBody, LevelView, LineMark, Mode, Opened, Played, SavedGame } from './types';

const noBest: Best = { pushes: null, moves: null };

/** The pause before a game that was not saved is sent again. */
const SAVE_AGAIN = 5000;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Farther jumps than this are not shown step by step. */
const LONGEST_CHASE = 120;

/** A level to be put on the board. */
interface Found {
  text: string;
  title: string;
}

/** Where the player is in a tree: on a line, by its end, after so many moves. */
interface Spot {
  tip: number;
  cursor: number;
}

/** Windows of this browser tell each other when they have moved. */
const windows = 'BroadcastChannel' in window ? new BroadcastChannel('sokoscope') : null;

/**
 * The game on the board: a tree of moves, a line of it and a cursor. The server
 * keeps the tree and knows the rules; here is its mirror. `moves` and `cursor` are
 * the line in letters; `scene` is what is shown, and chases the cursor letter by
 * letter.
 */
class GameStore {
  level = $state.raw<LevelView | null>(null);
  title = $state('');
  mode = $state<Mode>('forward');
  moves = $state('');
  cursor = $state(0);
  solved = $state(false);
  /** By whom it is solved. */
  solvedBy = $state<Maker | null>(null);
  best = $state.raw<Best>(noBest);
  /** Where the man of a reverse game starts; none if there is no such game. */
  reverseMan = $state<Cell | null>(null);
  scene = $state.raw<Scene>({ man: -1, facing: 'd', boxes: [] });
  shown = $state(0);
  /** Why the last thing done was not saved; empty if it was. */
  unsaved = $state('');
  playing = $state(false);
  /** How many steps have been refused, for whoever makes a noise about it. */
  refusals = $state(0);
  /** Goes up with every change of the tree that is not a step on the line. */
  version = $state(0);
  /** What was deleted last, until something else is done. */
  deleted = $state.raw<{ node: number; label: string } | null>(null);

  tree = new Tree();
  /** The nodes of the line. */
  line: number[] = [0];
  /** The trees of this level that are known, each with where the player was in it. */
  private trees = new Map<Mode, { tree: Tree; spot: Spot }>();
  /** Where he was on a line of his own. */
  private ownSpot: Spot | null = null;

  get offline(): boolean {
    return connection.offline;
  }

  node = $derived.by(() => (void this.moves, void this.version, this.line[this.cursor] ?? 0));
  nPushes = $derived(this.tree.pushes[this.node] ?? 0);
  goals = $derived(this.level === null ? [] : this.mode === 'forward' ? this.level.goals : this.level.boxes);
  /** A line that somebody else made is on the board; the player's own waits. */
  guest = $derived.by<{ label: string; by: Maker } | null>(() => {
    void this.version;
    const tip = this.line[this.moves.length] ?? 0;
    if (tip === 0 || (this.tree.makers[tip] ?? PLAYER) & PLAYER) return null;
    const by = this.tree.maker(tip);
    return { label: this.tree.label(tip) || strangers[by], by };
  });
  /** The nodes with names, on this line and others. */
  named = $derived.by(() => (void this.version, this.tree.named()));

  private queue: Promise<void> = Promise.resolve();
  /** A hint has been given, and no push been made since. */
  isHelped = false;

  private othersTimer = 0;
  private chaseTimer = 0;
  private lookTimer = 0;
  private playTimer = 0;
  private saveTimer = 0;

  constructor() {
    connection.onBack(() => this.askHowThingsStand());
    const look = () => this.lookForOthers();
    windows?.addEventListener('message', ({ data }) => data === this.treeName && look());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
  }

  get body(): GameBody {
    return { level: this.level?.text ?? '', mode: this.mode, moves: this.moves, cursor: this.cursor };
  }

  private get treeName(): string {
    return `${this.level?.key} ${this.mode}`;
  }

  /**
   * Puts a level on the board, with the game kept for it. It has its turn like every
   * step: what is done while the level is being found waits, and is done on its board
   * and not on the one before. `find` gives nothing if the level is no longer wanted.
   */
  open(find: () => Promise<Found | null>): Promise<void> {
    const turn = this.queue.then(async () => {
      const found = await find();
      if (!found) return;
      const opened = await server.open(found.text);
      this.stopPlaying();
      this.take(opened, found.title);
    });
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private take(opened: Opened, title: string): void {
    attempt.begin(opened.level.text, title);
    this.level = opened.level;
    this.title = title;
    this.best = opened.best;
    this.reverseMan = opened.reverseMan;
    this.trees.clear();
    this.ownSpot = null;
    this.deleted = null;
    this.isHelped = false;
    this.enterTree(opened.game?.mode ?? 'forward', opened.events, opened.game);
    this.unsaved = opened.unsaved ?? '';
    // A game that cannot be read must not be replaced by one without moves.
    if (opened.game || !opened.unsaved) this.askHowThingsStand();
  }

  /** Puts a tree on the board that was not known before, at the place where it was left. */
  private enterTree(mode: Mode, events: TreeEvent[], game: SavedGame | null): void {
    const tree = new Tree();
    tree.apply(events);
    const tip = tree.extend(0, game?.moves ?? '');
    const spot = { tip, cursor: game?.cursor ?? 0 };
    this.trees.set(mode, { tree, spot });
    this.tree = tree;
    this.setGame(spot, mode);
  }

  /** Puts the tree of a mode on the board. */
  private async toMode(mode: Mode): Promise<void> {
    if (!this.level || mode === this.mode) return;
    this.leaveSpot();
    this.ownSpot = null;
    const known = this.trees.get(mode);
    if (known) {
      this.tree = known.tree;
      return this.setGame(known.spot, mode);
    }
    const view = await server.tree({ level: this.level.text, mode, moves: '', cursor: 0 }, 0);
    this.enterTree(mode, view.events, view.game);
  }

  /** Remembers where the player is in the tree on the board. */
  private leaveSpot(): void {
    const spot = { tip: this.tip, cursor: this.cursor };
    if (!this.guest) this.ownSpot = spot;
    const room = this.trees.get(this.mode);
    if (room) room.spot = spot;
  }

  /** The end of the line. */
  get tip(): number {
    return this.line[this.line.length - 1] ?? 0;
  }

  /** Notes whether the game is safe, and tries again later if it is not. */
  private noteSaving(unsaved: string | null): void {
    if (unsaved && !this.unsaved) say(`This game is not being saved: ${unsaved}.`);
    if (!unsaved && this.unsaved) say('The game is saved again.');
    this.unsaved = unsaved ?? '';
    window.clearTimeout(this.saveTimer);
    if (unsaved) this.saveTimer = window.setTimeout(() => this.askHowThingsStand(), SAVE_AGAIN);
  }

  /** Puts another line on the board at once. */
  private setGame({ tip, cursor }: Spot, mode: Mode = this.mode): void {
    this.mode = mode;
    this.line = this.tree.line(tip);
    this.moves = this.tree.path(tip);
    this.cursor = Math.min(cursor, this.moves.length);
    this.solved = false;
    this.solvedBy = null;
    this.version++;
    this.scene = this.startScene();
    this.shown = 0;
    this.showAtOnce();
  }

  /** Goes to a node: on the line if it is there, else on the newest line through it. */
  goToNode(node: number, tip = this.tree.branch(node).tip): void {
    this.enqueue(async () => this.showNode(node, tip));
  }

  private showNode(node: number, tip: number): void {
    const depth = this.tree.depth[node] ?? 0;
    if (this.line[depth] === node) return this.moveCursor(depth);
    this.leaveSpot();
    this.setGame({ tip, cursor: depth });
    this.askHowThingsStand();
  }

  private startScene(): Scene {
    const level = this.level;
    if (!level) return { man: -1, facing: 'd', boxes: [] };
    const from = this.mode === 'forward' ? level.boxes : level.goals;
    const boxes: Piece[] = from.map((cell, id) => ({ id, cell }));
    const jump = /@(\d+)$/.exec(this.mode);
    const man = this.mode === 'forward' ? level.man : jump ? Number(jump[1]) : (this.reverseMan ?? level.man);
    return { man, facing: 'd', boxes };
  }

  /** Shows the cursor's position without steps between. */
  private showAtOnce(): void {
    window.clearTimeout(this.chaseTimer);
    this.chaseTimer = 0;
    let scene = this.scene;
    while (this.shown !== this.cursor) scene = this.nextScene(scene);
    this.scene = scene;
  }

  private nextScene(scene: Scene): Scene {
    const width = this.level?.width ?? 1;
    if (this.shown < this.cursor) return forwards(scene, this.moves[this.shown++] ?? '', width, this.mode);
    return backwards(scene, this.moves[--this.shown] ?? '', width, this.mode);
  }

  /** How long one step may take now: the more there is to show, the less. */
  get stepTime(): number {
    const left = Math.abs(this.cursor - this.shown);
    return this.playing ? Math.min(120, 800 / settings.speed) : Math.max(14, walkTime() - 4 * left);
  }

  private chase(): void {
    const left = Math.abs(this.cursor - this.shown);
    if (!animates() || left > LONGEST_CHASE) return this.showAtOnce();
    if (this.chaseTimer || left === 0) return;
    this.scene = this.nextScene(this.scene);
    this.chaseTimer = window.setTimeout(() => {
      this.chaseTimer = 0;
      this.chase();
    }, this.stepTime);
  }

  /** A step by a key. */
  step(letter: string): void {
    this.enqueue(() => this.act({ type: 'steps', steps: letter }));
  }

  walk(to: Cell): void {
    this.enqueue(() => this.act({ type: 'walk', to }));
  }

  bring(from: Cell, to: Cell): void {
    this.enqueue(() => this.act({ type: 'box', from, to }));
  }

  /** Plays letters that the server has given for this position. */
  follow(letters: string, by?: Maker): void {
    this.enqueue(() => this.act({ type: 'steps', steps: letters }, by));
  }

  /** The game in the other direction, as it was left. */
  switchMode(): void {
    this.enqueue(async () => {
      this.stopPlaying();
      const reverse = [...this.trees.keys()].reverse().find((mode) => mode !== 'forward');
      await this.toMode(this.mode === 'forward' ? (reverse ?? 'reverse') : 'forward');
      this.askHowThingsStand();
    });
  }

  /** Puts the man of a reverse game elsewhere, before the first pull. */
  jump(to: Cell): void {
    this.enqueue(async () => {
      await this.toMode(`reverse@${to}`);
      this.moveCursor(0);
    });
  }

  /** One thing after the other, whatever comes in between. */
  private enqueue(work: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(work).catch((error: unknown) => this.fail(error));
    return this.queue;
  }

  private fail(error: unknown): void {
    if (error instanceof Refused) tell(error.message);
    else if (!(error instanceof Unreachable)) throw error;
  }

  private async act(action: Action, by: Maker = this.isHelped ? 'hints' : 'you'): Promise<void> {
    if (!this.level) return;
    if (action.type !== 'look') {
      attempt.isBusy();
      this.deleted = null;
    }
    const [body, tree] = [this.body, this.tree];
    const answer = await server.play(body, action, by, tree.last, attempt.seconds);
    this.noteSaving(answer.unsaved);
    this.learn(tree, answer.events);
    if (body.level !== this.level.text || body.cursor !== this.cursor || tree !== this.tree) return;
    this.digest(answer, by);
    if (answer.refused && !answer.added) this.refuse(answer.refused, action);
  }

  /** A refused click says why in sight; a step into a wall explains itself. */
  private refuse(why: string, action: Action): void {
    this.refusals++;
    if (action.type === 'steps') say(why);
    else tell(why);
  }

  /** Takes in what happened in a tree, and lets other windows know of it. */
  private learn(tree: Tree, events: TreeEvent[], isNews = true): void {
    if (events.length === 0) return;
    tree.apply(events);
    if (isNews) windows?.postMessage(this.treeName);
    // A step of one's own changes no other line.
    if (events.length > 1 || events[0]?.[1] !== 0) this.version++;
  }

  /** Asks soon what happened in other windows. */
  private lookForOthers(): void {
    window.clearTimeout(this.othersTimer);
    const look = async () => {
      if (!this.level || connection.offline) return;
      const tree = this.tree;
      const view = await server.tree({ ...this.body, moves: '', cursor: 0 }, tree.last);
      this.learn(tree, view.events, false);
      this.version++;
    };
    this.othersTimer = window.setTimeout(() => this.enqueue(look), 80);
  }

  private digest(answer: Played, by: Maker): void {
    const { added } = answer;
    if (added) {
      const ahead = this.moves.startsWith(added, this.cursor);
      const end = this.tree.extend(this.node, added, by);
      if (!ahead) {
        this.line = this.tree.line(end);
        this.moves = this.moves.slice(0, this.cursor) + added;
      }
      this.cursor += added.length;
      this.chase();
      this.announce(added);
      attempt.moved(added);
    }
    if (added !== added.toLowerCase()) this.isHelped = false;
    const wasSolved = this.solved;
    this.solved = answer.solved;
    this.solvedBy = answer.by;
    if (answer.best) this.best = answer.best;
    if (answer.by === 'you' || answer.by === 'hints') attempt.solved();
    if (answer.solved && !wasSolved) say(`Solved with ${pushes(this.nPushes)} and ${moves(this.cursor)}.`);
  }

  private announce(added: string): void {
    const last = added[added.length - 1] ?? '';
    const width = this.level?.width ?? 1;
    if (last !== last.toLowerCase()) say(pushSentence(this.endScene(), last, width, this.mode, this.goals));
    else if (settings.sayWalks) say(`${capital(placeName(this.endScene().man, width))}.`);
  }

  /** The scene at the cursor, whatever is shown at this moment. */
  endScene(): Scene {
    let scene = this.scene;
    const width = this.level?.width ?? 1;
    let at = this.shown;
    while (at < this.cursor) scene = forwards(scene, this.moves[at++] ?? '', width, this.mode);
    while (at > this.cursor) scene = backwards(scene, this.moves[--at] ?? '', width, this.mode);
    return scene;
  }

  /** Restart, the end and the scrubber: moves the cursor; the moves stay. */
  goTo(cursor: number): void {
    this.enqueue(async () => this.moveCursor(cursor));
  }

  /** Undo and redo of steps. */
  goBy(steps: number): void {
    this.enqueue(async () => this.moveCursor(this.cursor + steps));
  }

  /** Undo and redo of what was done with one box; the server knows how far that goes. */
  goByRun(way: 'back' | 'on'): void {
    this.enqueue(async () => {
      if (!this.level) return;
      const runs = await server.runs(this.body);
      this.moveCursor(runs[way]);
    });
  }

  private moveCursor(to: number): void {
    if (to < this.cursor && !this.playing) attempt.undone();
    this.cursor = Math.max(0, Math.min(this.moves.length, to));
    this.solved = false;
    this.chase();
    this.askHowThingsStand();
  }

  /** Asks the server soon, not once for every notch of a wheel. */
  private askHowThingsStand(): void {
    window.clearTimeout(this.lookTimer);
    if (this.playing) return;
    this.lookTimer = window.setTimeout(() => this.enqueue(() => this.act({ type: 'look' })), 60);
  }

  /** Enters moves that are not the player's as a line with a name, and shows it. */
  showGuest(name: string, moves: string, cursor: number, mode: Mode = 'forward', by: Maker = 'imported'): Promise<void> {
    return this.enqueue(async () => {
      if (!this.level) return;
      this.stopPlaying();
      const body = { level: this.level.text, mode, moves, cursor: moves.length };
      if (mode !== this.mode) await this.toMode(mode);
      const view = await server.enterLine(body, name, by, this.tree.last);
      this.learn(this.tree, view.events);
      const tip = this.tree.extend(0, moves, by);
      this.leaveSpot();
      this.setGame({ tip, cursor });
      this.askHowThingsStand();
    });
  }

  /** Goes back to the player's own line. */
  leaveGuest(): void {
    this.enqueue(async () => {
      this.stopPlaying();
      const { what: tip } = this.tree.own;
      this.setGame(this.ownSpot ?? { tip, cursor: this.tree.depth[tip] ?? 0 });
      this.askHowThingsStand();
    });
  }

  /** Says something of a node. */
  async mark(node: number, mark: LineMark): Promise<void> {
    if (!this.level) return;
    const moves = this.tree.path(node);
    const body = { level: this.level.text, mode: this.mode, moves, cursor: moves.length };
    const view = await server.markLine(body, mark, this.tree.last);
    this.learn(this.tree, view.events);
    this.version++;
  }

  /** Deletes a node and all behind it; whoever is there goes back to before it. */
  async delete(node: number): Promise<void> {
    await this.mark(node, { type: 'delete', on: true });
    const depth = this.tree.depth[node] ?? 0;
    if (this.line[depth] === node) {
      const before = this.tree.parent[node] ?? 0;
      const tip = this.tree.branch(before).tip;
      this.setGame({ tip, cursor: Math.min(this.cursor, depth - 1) });
      this.askHowThingsStand();
    }
    this.deleted = { node, label: this.tree.label(node) };
    say('Line deleted. It can be brought back.');
  }

  async restore(node: number): Promise<void> {
    await this.mark(node, { type: 'delete', on: false });
    this.deleted = null;
    say('The line is back.');
  }

  play(): void {
    if (this.cursor >= this.moves.length) this.goTo(0);
    this.playing = true;
    const tick = () => {
      if (!this.playing) return;
      if (this.cursor >= this.moves.length) return this.stopPlaying();
      this.goBy(1);
      this.playTimer = window.setTimeout(tick, 1000 / settings.speed);
    };
    this.playTimer = window.setTimeout(tick, 1000 / settings.speed);
  }

  stopPlaying(): void {
    window.clearTimeout(this.playTimer);
    if (!this.playing) return;
    this.playing = false;
    this.askHowThingsStand();
  }

  /** Names the node where the game is. */
  async keepPosition(name: string): Promise<void> {
    await this.mark(this.node, { type: 'name', name });
    say(`Position ${name} saved.`);
  }
}

export const game = new GameStore();
