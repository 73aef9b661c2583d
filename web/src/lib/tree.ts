/**
 * The mirror of a game tree. It is what the server's events make of it, in any
 * order, as in `soko-core`'s `game_tree.rs`, and like there the same moves are the
 * same node. Nodes are numbers, 0 the start; moves that are shown before the server
 * has numbered them are nodes already. Nothing here decides what is allowed.
 */

export type Maker = 'you' | 'hints' | 'earlier' | 'imported' | 'map' | 'solver';

/** [seq, kind, event, letters, text, number]; see `soko-core`'s `tree_event.rs`. */
export type TreeEvent = [number, number, number, number, string, number];

const bits: Record<Maker, number> = { you: 1, hints: 2, earlier: 4, imported: 8, map: 16, solver: 32 };

/** The makers whose moves count as the player's. */
export const PLAYER = bits.you | bits.hints | bits.earlier;

/** What a line that the player did not make is called, where it has no name. */
export const strangers: Record<Maker, string> = {
  you: 'Your line',
  hints: 'Your line',
  earlier: 'Your line',
  imported: 'Shared game',
  map: 'Map position',
  solver: 'Solution',
};

interface Said<T> {
  seq: number;
  what: T;
}

/** A line beside another: its first node, the end of its newest line, and how many
 * others leave that one. */
export interface Branch {
  node: number;
  tip: number;
  forks: number;
}

export class Tree {
  parent = [-1];
  letter = [''];
  depth = [0];
  pushes = [0];
  makers = [0];
  /** The last event seen. */
  last = 0;
  private firstChild = [-1];
  private nextSibling = [-1];
  /** The first event that leads to a node; those without one are the newest. */
  private since = [0];
  private ends = new Map<number, [node: number, length: number]>([[0, [0, 0]]]);
  private names = new Map<number, Said<string>>();
  private hidden = new Map<number, Said<boolean>>();
  private folded = new Map<number, Said<boolean>>();
  private waiting = new Map<number, TreeEvent[]>();
  /** The end of the run that the player made last. */
  own: Said<number> = { seq: 0, what: 0 };

  apply(events: TreeEvent[]): void {
    for (const event of events) {
      this.last = Math.max(this.last, event[0]);
      const ready = [event];
      for (let next = ready.pop(); next; next = ready.pop()) {
        const node = this.at(next[2], next[3]);
        if (node !== null) {
          this.take(node, next);
          ready.push(...(this.waiting.get(next[0]) ?? []));
          this.waiting.delete(next[0]);
        } else if (!this.ends.has(next[2])) {
          this.waiting.set(next[2], [...(this.waiting.get(next[2]) ?? []), next]);
        }
      }
    }
  }

  private at(event: number, letters: number): number | null {
    const end = this.ends.get(event);
    if (!end || letters > end[1]) return null;
    let node = end[0];
    for (let back = end[1] - letters; back > 0; back--) node = this.parent[node] ?? 0;
    return node;
  }

  private take(node: number, [seq, kind, , , text, number]: TreeEvent): void {
    if (kind === 0) return this.takeLine(node, seq, text, number);
    const later = <T>(marks: Map<number, Said<T>>, what: T) => {
      if (seq >= (marks.get(node)?.seq ?? 0)) marks.set(node, { seq, what });
    };
    if (kind === 2) later(this.names, text);
    if (kind === 3) later(this.hidden, number === 1);
    if (kind === 4) later(this.folded, number === 1);
  }

  private takeLine(after: number, seq: number, letters: string, makers: number): void {
    if (this.ends.has(seq)) return;
    let node = after;
    for (const letter of letters) {
      node = this.childOrNew(node, letter);
      this.makers[node] = (this.makers[node] ?? 0) | makers;
      this.since[node] = Math.min(this.since[node] ?? seq, seq);
    }
    this.ends.set(seq, [node, letters.length]);
    if (makers & PLAYER && seq > this.own.seq) this.own = { seq, what: node };
  }

  private childOrNew(parent: number, letter: string): number {
    const known = this.child(parent, letter);
    if (known !== -1) return known;
    const node = this.parent.length;
    this.parent.push(parent);
    this.letter.push(letter);
    this.depth.push((this.depth[parent] ?? 0) + 1);
    this.pushes.push((this.pushes[parent] ?? 0) + (letter === letter.toLowerCase() ? 0 : 1));
    this.makers.push(0);
    this.firstChild.push(-1);
    this.nextSibling.push(this.firstChild[parent] ?? -1);
    this.firstChild[parent] = node;
    this.since.push(Number.MAX_SAFE_INTEGER);
    return node;
  }

  /** The node after another by this letter, -1 if there is none. */
  child(parent: number, letter: string): number {
    let child = this.firstChild[parent] ?? -1;
    while (child !== -1 && this.letter[child] !== letter) child = this.nextSibling[child] ?? -1;
    return child;
  }

  /** Has these moves at once, made by somebody if that is said; the server's event for
   * them follows. */
  extend(from: number, letters: string, by?: Maker): number {
    let node = from;
    for (const letter of letters) {
      node = this.childOrNew(node, letter);
      if (by) this.makers[node] = (this.makers[node] ?? 0) | bits[by];
    }
    return node;
  }

  /** The nodes from the start to one. */
  line(tip: number): number[] {
    const nodes = new Array<number>((this.depth[tip] ?? 0) + 1);
    for (let node = tip; node >= 0; node = this.parent[node] ?? -1) nodes[this.depth[node] ?? 0] = node;
    return nodes;
  }

  path(tip: number): string {
    return this.line(tip).map((node) => this.letter[node]).join('');
  }

  /** The children that are not deleted, the oldest first. */
  children(node: number): number[] {
    const all: number[] = [];
    for (let child = this.firstChild[node] ?? -1; child !== -1; child = this.nextSibling[child] ?? -1) {
      if (!this.isHidden(child)) all.push(child);
    }
    return all.length > 1 ? all.sort((a, b) => (this.since[a] ?? 0) - (this.since[b] ?? 0)) : all;
  }

  /** Whether a node has more than one child. */
  private forks(node: number): boolean {
    const first = this.firstChild[node] ?? -1;
    return first !== -1 && this.nextSibling[first] !== -1;
  }

  name(node: number): string {
    return this.names.get(node)?.what ?? '';
  }

  isHidden(node: number): boolean {
    return this.hidden.get(node)?.what ?? false;
  }

  isFolded(node: number): boolean {
    return this.folded.get(node)?.what ?? false;
  }

  /** Whether a node can be reached without one that is deleted. */
  isThere(node: number): boolean {
    if (this.hidden.size === 0) return true;
    for (let at = node; at > 0; at = this.parent[at] ?? -1) if (this.isHidden(at)) return false;
    return true;
  }

  /** The nodes with names, in the order of their names' events. */
  named(): number[] {
    const all = [...this.names].filter(([node, { what }]) => what !== '' && this.isThere(node));
    return all.sort(([, a], [, b]) => a.seq - b.seq).map(([node]) => node);
  }

  /** The name of a line: of its end, or of the last node on it that has one. */
  label(tip: number): string {
    for (let node = tip; node > 0; node = this.parent[node] ?? -1) if (this.name(node)) return this.name(node);
    return '';
  }

  /** By whom the move to a node is. */
  maker(node: number): Maker {
    const makers = this.makers[node] ?? 0;
    return (Object.keys(bits) as Maker[]).find((maker) => makers & bits[maker]) ?? 'you';
  }

  /** Where lines leave this one: the nodes of it with other children. */
  leaves(line: number[]): number[] {
    const found: number[] = [];
    for (let i = 0; i < line.length; i++) {
      const node = line[i] ?? 0;
      if (this.forks(node) && this.children(node).some((child) => child !== line[i + 1])) found.push(node);
    }
    return found;
  }

  /** The branches that leave a line at a node of it. */
  branches(node: number, next: number | undefined): Branch[] {
    return this.children(node).filter((child) => child !== next).map((child) => this.branch(child));
  }

  /** A branch, with its newest line. */
  branch(first: number): Branch {
    let [tip, forks] = [first, 0];
    for (;;) {
      const children = this.children(tip);
      if (children.length > 1) forks++;
      const newest = children[children.length - 1];
      if (newest === undefined) return { node: first, tip, forks };
      tip = newest;
    }
  }

  get size(): number {
    return this.parent.length;
  }
}
