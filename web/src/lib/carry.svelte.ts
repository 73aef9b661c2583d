import type { Cell, Mark, Target } from '../board/types';
import { say, tell } from './announce.svelte';
import { plural } from './counts';
import { game } from './game.svelte';
import { forwards } from './letters';
import { server } from './server';

/** The way that a chosen box and the man would go. */
interface Way {
  to: Cell;
  pushes: number;
  box: Cell[];
  man: Cell[];
}

/** A box taken up by click or drag: where it can go, and how it would get there. */
class CarryStore {
  box = $state<Cell | null>(null);
  targets = $state.raw<Target[]>([]);
  private way = $state.raw<Way | null>(null);
  private known = new Map<Cell, Way>();
  private over: Cell | null = null;

  marks = $derived.by<Mark[]>(() => {
    if (!this.way || this.box === null) return [];
    const { to, pushes, box, man } = this.way;
    return [
      { shape: 'way', cells: man, kind: 'man' },
      { shape: 'way', cells: box, kind: 'box' },
      { shape: 'ghost', cell: to, kind: 'box' },
      { shape: 'label', cell: to, kind: 'way', label: String(pushes) },
    ];
  });

  isTarget(cell: Cell | null): boolean {
    return this.targets.some((target) => target.cell === cell);
  }

  async take(cell: Cell): Promise<void> {
    this.letGo();
    this.box = cell;
    try {
      const { targets } = await server.boxReach(game.body, cell);
      if (this.box !== cell) return;
      this.targets = targets;
      if (targets.length === 0) tell('This box cannot be moved now.');
      else say(`This box can be brought to ${plural(targets.length, 'square')}.`);
      void this.point(this.over);
    } catch (problem) {
      tell((problem as Error).message);
    }
  }

  letGo(): void {
    this.box = null;
    this.targets = [];
    this.way = null;
    this.known.clear();
  }

  /** The pointer is over a cell: shows the way there, once it is known. */
  async point(cell: Cell | null): Promise<void> {
    this.over = cell;
    const from = this.box;
    if (from === null) return;
    this.way = cell === null ? null : (this.known.get(cell) ?? null);
    if (this.way || cell === null || !this.isTarget(cell)) return;
    const scene = game.endScene();
    const answer = await server.way(game.body, from, cell).catch(() => null);
    if (!answer || this.box !== from) return;
    const way = { to: cell, ...trace(scene, answer.moves, from) };
    this.known.set(cell, way);
    if (this.over === cell) this.way = way;
  }
}

/** The cells over which letters lead the man and one box. */
function trace(scene: ReturnType<typeof game.endScene>, moves: string, from: Cell): Omit<Way, 'to'> {
  const id = scene.boxes.find((piece) => piece.cell === from)?.id;
  const [box, man] = [[from], [scene.man]];
  for (const letter of moves) {
    scene = forwards(scene, letter, game.level?.width ?? 1, game.mode);
    man.push(scene.man);
    const at = scene.boxes.find((piece) => piece.id === id)?.cell ?? from;
    if (at !== box[box.length - 1]) box.push(at);
  }
  return { pushes: box.length - 1, box, man };
}

export const carry = new CarryStore();
