/** A level as it is drawn: characters in a rectangle, with undo. */

export type Tool = 'wall' | 'floor' | 'goal' | 'box' | 'man';

export interface Picture {
  width: number;
  height: number;
  cells: string;
}

const MOST = 60;

export function fromText(text: string): Picture {
  const rows = text.replace(/\n+$/, '').split('\n');
  const width = Math.max(3, ...rows.map((row) => row.length));
  return { width, height: rows.length, cells: rows.map((row) => row.padEnd(width)).join('') };
}

export function blank(width: number, height: number): Picture {
  const rows = Array.from({ length: height }, (_, r) =>
    r === 0 || r === height - 1 ? '#'.repeat(width) : `#${' '.repeat(width - 2)}#`,
  );
  return fromText(rows.join('\n'));
}

export function toText(picture: Picture): string {
  const rows = Array.from({ length: picture.height }, (_, r) =>
    picture.cells.slice(r * picture.width, (r + 1) * picture.width).trimEnd(),
  );
  return rows.join('\n') + '\n';
}

const hasGoal = (c: string) => '.*+'.includes(c);
const hasBox = (c: string) => '$*'.includes(c);
const hasMan = (c: string) => '@+'.includes(c);

function compose(goal: boolean, piece: 'box' | 'man' | null): string {
  if (piece === 'box') return goal ? '*' : '$';
  if (piece === 'man') return goal ? '+' : '@';
  return goal ? '.' : ' ';
}

/** What a tool makes of a character. A goal can lie under a box or the man. */
function apply(tool: Tool, was: string, adding: boolean): string {
  const piece = hasBox(was) ? 'box' : hasMan(was) ? 'man' : null;
  switch (tool) {
    case 'wall':
      return adding ? '#' : ' ';
    case 'floor':
      return ' ';
    case 'goal':
      return compose(adding, piece);
    case 'box':
      return compose(hasGoal(was), adding ? 'box' : null);
    case 'man':
      return compose(hasGoal(was), 'man');
  }
}

/** Whether a tool would put its thing here, or take it away. */
export function adds(tool: Tool, was: string): boolean {
  if (tool === 'wall') return was !== '#';
  if (tool === 'goal') return !hasGoal(was);
  if (tool === 'box') return !hasBox(was);
  return true;
}

class DrawingStore {
  picture = $state.raw<Picture>(blank(10, 8));
  private past: Picture[] = [];
  private future: Picture[] = [];
  version = $state(0);

  get canUndo(): boolean {
    return this.version >= 0 && this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.version >= 0 && this.future.length > 0;
  }

  /** Starts a change that is undone as one. */
  begin(): void {
    this.past.push(this.picture);
    this.future = [];
    this.version++;
  }

  load(picture: Picture): void {
    this.begin();
    this.picture = picture;
  }

  at(cell: number): string {
    return this.picture.cells[cell] ?? ' ';
  }

  paint(tool: Tool, cell: number, adding: boolean): void {
    const cells = [...this.picture.cells];
    const made = apply(tool, this.at(cell), adding);
    if (tool === 'man') cells.forEach((c, i) => { if (hasMan(c)) cells[i] = compose(hasGoal(c), null); });
    cells[cell] = made;
    this.picture = { ...this.picture, cells: cells.join('') };
  }

  /** Adds (or, below zero, removes) columns at the right and rows at the bottom. */
  resize(columns: number, rows: number): void {
    const width = Math.max(3, Math.min(MOST, this.picture.width + columns));
    const height = Math.max(3, Math.min(MOST, this.picture.height + rows));
    const lines = toText(this.picture).split('\n').slice(0, height);
    while (lines.length < height) lines.push('');
    this.begin();
    this.picture = { width, height, cells: lines.map((line) => line.slice(0, width).padEnd(width)).join('') };
  }

  undo(): void {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.picture);
    this.picture = before;
    this.version++;
  }

  redo(): void {
    const next = this.future.pop();
    if (!next) return;
    this.past.push(this.picture);
    this.picture = next;
    this.version++;
  }
}

export const drawing = new DrawingStore();
