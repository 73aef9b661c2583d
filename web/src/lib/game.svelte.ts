import type { Cell, Piece } from '../board/types';
import { say, tell } from './announce.svelte';
import { backwards, countPushes, forwards, placeName, type Scene } from './letters';
import { Refused, Unreachable, server } from './server';
import { animates } from './settings.svelte';
import type { Action, Best, GameBody, LevelView, Mode, Opened, Played, SavedPosition } from './types';

const noBest: Best = { pushes: null, moves: null };

/** The pause before a game that was not saved is sent again. */
const SAVE_AGAIN = 5000;

/** Farther jumps than this are not shown step by step. */
const LONGEST_CHASE = 120;

/**
 * The game on the board. `moves` and `cursor` are the truth, as kept by the
 * server; `scene` is what is shown, and chases the cursor letter by letter.
 */
class GameStore {
  level = $state.raw<LevelView | null>(null);
  title = $state('');
  mode = $state<Mode>('forward');
  moves = $state('');
  cursor = $state(0);
  solved = $state(false);
  best = $state.raw<Best>(noBest);
  positions = $state.raw<SavedPosition[]>([]);
  /** Where the man of a reverse game starts; none if there is no such game. */
  reverseMan = $state<Cell | null>(null);
  scene = $state.raw<Scene>({ man: -1, facing: 'd', boxes: [] });
  shown = $state(0);
  offline = $state(false);
  /** Why the last thing done was not saved; empty if it was. */
  unsaved = $state('');
  /** A solution or a shared game is looked at; the player's own waits. */
  guest = $state.raw<{ label: string; own: { moves: string; cursor: number; mode: Mode } } | null>(null);
  playing = $state(false);
  speed = $state(8);

  nPushes = $derived(countPushes(this.moves, this.cursor));
  goals = $derived(this.level === null ? [] : this.mode === 'forward' ? this.level.goals : this.level.boxes);

  private queue: Promise<void> = Promise.resolve();
  private waitingSteps = '';
  private chaseTimer = 0;
  private lookTimer = 0;
  private playTimer = 0;
  private saveTimer = 0;

  get body(): GameBody {
    return { level: this.level?.text ?? '', mode: this.mode, moves: this.moves, cursor: this.cursor };
  }

  /** Puts a level on the board, with the game kept for it. */
  async open(text: string, title: string): Promise<void> {
    const opened = await server.open(text);
    this.stopPlaying();
    this.guest = null;
    this.take(opened, title);
  }

  private take(opened: Opened, title: string): void {
    this.level = opened.level;
    this.title = title;
    this.best = opened.best;
    this.positions = opened.positions;
    this.reverseMan = opened.reverseMan;
    this.setGame(opened.game?.moves ?? '', opened.game?.cursor ?? 0, opened.game?.mode ?? 'forward');
    this.unsaved = opened.unsaved ?? '';
    // A game that cannot be read must not be replaced by one without moves.
    if (opened.game || !opened.unsaved) this.askHowThingsStand();
  }

  /** Notes whether the game is safe, and tries again later if it is not. */
  private noteSaving(unsaved: string | null): void {
    if (unsaved && !this.unsaved) say(`This game is not being saved: ${unsaved}.`);
    if (!unsaved && this.unsaved) say('The game is saved again.');
    this.unsaved = unsaved ?? '';
    window.clearTimeout(this.saveTimer);
    if (unsaved) this.saveTimer = window.setTimeout(() => this.askHowThingsStand(), SAVE_AGAIN);
  }

  /** Replaces the whole game at once. */
  setGame(moves: string, cursor: number, mode: Mode = this.mode): void {
    this.mode = mode;
    this.moves = moves;
    this.cursor = cursor;
    this.solved = false;
    this.scene = this.startScene();
    this.shown = 0;
    this.showAtOnce();
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
    return this.playing ? Math.min(120, 800 / this.speed) : Math.max(14, 90 - 4 * left);
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

  /** Steps by keys, one after the other: a wall refuses one step, not those after it. */
  step(letter: string): void {
    this.waitingSteps += letter;
    if (this.waitingSteps.length > 1) return;
    this.enqueue(async () => {
      const steps = this.waitingSteps;
      this.waitingSteps = '';
      for (const letter of steps) await this.act({ type: 'steps', steps: letter });
    });
  }

  walk(to: Cell): void {
    this.enqueue(() => this.act({ type: 'walk', to }));
  }

  bring(from: Cell, to: Cell): void {
    this.enqueue(() => this.act({ type: 'box', from, to }));
  }

  /** Plays letters that the server has given for this position. */
  follow(letters: string): void {
    this.enqueue(() => this.act({ type: 'steps', steps: letters }));
  }

  /** Starts a game in the other direction. */
  switchMode(): void {
    this.enqueue(async () => {
      this.guest = null;
      this.setGame('', 0, this.mode === 'forward' ? 'reverse' : 'forward');
      this.askHowThingsStand();
    });
  }

  /** Puts the man of a reverse game elsewhere, before the first pull. */
  jump(to: Cell): void {
    this.enqueue(async () => {
      this.setGame('', 0, `reverse@${to}`);
      this.askHowThingsStand();
    });
  }

  /** One thing after the other, whatever comes in between. */
  private enqueue(work: () => Promise<void>): void {
    this.queue = this.queue.then(work).catch((error: unknown) => this.fail(error));
  }

  private fail(error: unknown): void {
    this.waitingSteps = '';
    if (error instanceof Unreachable) {
      this.offline = true;
      window.setTimeout(() => this.retry(), 1000);
    } else if (error instanceof Refused) {
      tell(error.message);
    } else {
      throw error;
    }
  }

  private retry(): void {
    if (this.offline) this.enqueue(() => this.act({ type: 'look' }));
  }

  private async act(action: Action): Promise<void> {
    if (!this.level) return;
    if (this.guest && action.type !== 'look') this.keepGuest();
    const body = this.body;
    const answer = await server.play(body, action);
    this.offline = false;
    this.noteSaving(answer.unsaved);
    if (body.level !== this.level.text || body.cursor !== this.cursor) return;
    this.digest(answer);
  }

  private digest(answer: Played): void {
    if (answer.added) {
      this.moves = this.moves.slice(0, this.cursor) + answer.added;
      this.cursor = this.moves.length;
      this.chase();
      this.announce(answer.added);
    }
    if (answer.refused && !answer.added) say(answer.refused);
    const wasSolved = this.solved;
    this.solved = answer.solved;
    if (answer.best) this.best = answer.best;
    if (answer.solved && !wasSolved) say(`Solved with ${this.nPushes} pushes and ${this.cursor} moves.`);
  }

  private announce(added: string): void {
    const last = added[added.length - 1] ?? '';
    if (last === last.toLowerCase()) return;
    const width = this.level?.width ?? 1;
    const ahead = { l: -1, r: 1, u: -width, d: width }[last.toLowerCase()] ?? 0;
    const end = this.endScene();
    const cell = this.mode === 'forward' ? end.man + ahead : end.man - ahead;
    const word = { l: 'left', r: 'right', u: 'up', d: 'down' }[last.toLowerCase()];
    const home = this.goals.includes(cell) ? ', on a goal' : '';
    say(`Box ${this.mode === 'forward' ? 'pushed' : 'pulled'} ${word} to ${placeName(cell, width)}${home}.`);
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
    this.cursor = Math.max(0, Math.min(this.moves.length, to));
    this.solved = false;
    this.chase();
    this.askHowThingsStand();
  }

  /** Asks the server soon, not once for every notch of a wheel. */
  private askHowThingsStand(): void {
    window.clearTimeout(this.lookTimer);
    if (this.guest) return;
    this.lookTimer = window.setTimeout(() => this.enqueue(() => this.act({ type: 'look' })), 60);
  }

  /** Looks at moves that are not the player's, from the level's start. */
  showGuest(label: string, moves: string, cursor: number, mode: Mode = 'forward'): void {
    const own = this.guest?.own ?? { moves: this.moves, cursor: this.cursor, mode: this.mode };
    this.guest = { label, own };
    this.setGame(moves, cursor, mode);
  }

  /** Goes back to the player's own game. */
  leaveGuest(): void {
    const own = this.guest?.own;
    this.stopPlaying();
    this.guest = null;
    if (own) this.setGame(own.moves, own.cursor, own.mode);
    this.askHowThingsStand();
  }

  /** Makes the moves looked at the player's own game. */
  keepGuest(): void {
    this.stopPlaying();
    this.guest = null;
    this.askHowThingsStand();
  }

  play(): void {
    if (this.cursor >= this.moves.length) this.goTo(0);
    this.playing = true;
    const tick = () => {
      if (!this.playing) return;
      if (this.cursor >= this.moves.length) return this.stopPlaying();
      this.goBy(1);
      this.playTimer = window.setTimeout(tick, 1000 / this.speed);
    };
    this.playTimer = window.setTimeout(tick, 1000 / this.speed);
  }

  stopPlaying(): void {
    this.playing = false;
    window.clearTimeout(this.playTimer);
  }

  /** Goes to a saved position. */
  goToPosition(position: SavedPosition): void {
    this.enqueue(async () => {
      this.setGame(position.moves, position.moves.length, position.mode);
      this.askHowThingsStand();
    });
  }

  async keepPosition(name: string): Promise<void> {
    this.positions = await server.keepPosition(this.body, name);
    say(`Position ${name} saved.`);
  }

  async dropPosition(id: number): Promise<void> {
    await server.dropPosition(id);
    this.positions = this.positions.filter((position) => position.id !== id);
  }
}

export const game = new GameStore();
