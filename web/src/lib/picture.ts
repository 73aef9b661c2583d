/** A level as it is drawn: characters in a rectangle, and what can be done to it. */

export type Tool = 'wall' | 'floor' | 'goal' | 'box' | 'man';

export interface Picture {
  width: number;
  height: number;
  cells: string;
}

/** The most columns or rows, and cells, that the server takes. */
const MOST_SIDE = 200;
const MOST_CELLS = 10_000;

/** Text as a picture; what means nothing on a board becomes floor. */
export function fromText(text: string): Picture {
  const rows = text.replace(/\s+$/, '').split('\n').slice(0, MOST_SIDE);
  const width = Math.min(MOST_SIDE, Math.max(3, ...rows.map((row) => row.length)));
  while (rows.length < 3) rows.push('');
  while (rows.length * width > MOST_CELLS) rows.pop();
  const cells = rows.map((row) => row.slice(0, width).replace(/[^#$*.@+ ]/g, ' ').padEnd(width));
  return { width, height: rows.length, cells: cells.join('') };
}

export function blank(width: number, height: number): Picture {
  const rows = Array.from({ length: height }, (_, r) =>
    r === 0 || r === height - 1 ? '#'.repeat(width) : `#${' '.repeat(width - 2)}#`,
  );
  return { width, height, cells: rows.join('') };
}

/** Whether something that was kept is a picture. */
export function isPicture(value: unknown): value is Picture {
  const { width, height, cells } = (value ?? {}) as Partial<Picture>;
  const isSide = (n: unknown) => Number.isInteger(n) && (n as number) >= 3 && (n as number) <= MOST_SIDE;
  return isSide(width) && isSide(height) && typeof cells === 'string' && cells.length === width! * height! && /^[#$*.@+ ]*$/.test(cells);
}

function rowsOf({ width, height, cells }: Picture): string[] {
  return Array.from({ length: height }, (_, r) => cells.slice(r * width, (r + 1) * width));
}

const ofRows = (rows: string[]): Picture => ({ width: rows[0]?.length ?? 0, height: rows.length, cells: rows.join('') });

export function toText(picture: Picture): string {
  return rowsOf(picture).map((row) => row.trimEnd()).join('\n') + '\n';
}

const reversed = (row: string) => [...row].reverse().join('');

/** Left for right. */
export const mirrored = (picture: Picture) => ofRows(rowsOf(picture).map(reversed));

/** Top for bottom. */
export const flipped = (picture: Picture) => ofRows(rowsOf(picture).reverse());

/** A quarter turn to the right. */
export function turned(picture: Picture): Picture {
  const rows = rowsOf(picture).reverse();
  return ofRows(Array.from({ length: picture.width }, (_, c) => rows.map((row) => row[c]).join('')));
}

const transposed = (picture: Picture) => mirrored(turned(picture));

/** One more row before the row `at`: as its neighbours are, without pieces. Null if there is no room. */
export function withRow(picture: Picture, at: number): Picture | null {
  if (picture.height >= MOST_SIDE || (picture.height + 1) * picture.width > MOST_CELLS) return null;
  const rows = rowsOf(picture);
  const [above, below] = [rows[at - 1] ?? '', rows[at] ?? ''];
  const made = Array.from({ length: picture.width }, (_, c) => {
    const isInside = above !== '' && below !== '';
    return isInside ? (above[c] === '#' && below[c] === '#' ? '#' : ' ') : ((above || below)[c] === '#' ? '#' : ' ');
  });
  rows.splice(at, 0, made.join(''));
  return ofRows(rows);
}

/** Without the row `at`. Null if it would be too small. */
export function withoutRow(picture: Picture, at: number): Picture | null {
  if (picture.height <= 3) return null;
  return ofRows(rowsOf(picture).filter((_, r) => r !== at));
}

export function withColumn(picture: Picture, at: number): Picture | null {
  const made = withRow(transposed(picture), at);
  return made && transposed(made);
}

export function withoutColumn(picture: Picture, at: number): Picture | null {
  const made = withoutRow(transposed(picture), at);
  return made && transposed(made);
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

/** One cell drawn. There is one man at most. */
export function painted(picture: Picture, tool: Tool, cell: number, adding: boolean): Picture {
  const cells = [...picture.cells];
  const made = apply(tool, cells[cell] ?? ' ', adding);
  if (tool === 'man') cells.forEach((c, i) => { if (hasMan(c)) cells[i] = compose(hasGoal(c), null); });
  cells[cell] = made;
  return { ...picture, cells: cells.join('') };
}

/** All cells joined with one by cells like it, drawn. A man is only ever put on one. */
export function filled(picture: Picture, tool: Tool, from: number): Picture {
  const like = picture.cells[from];
  if (tool === 'man' || like === undefined) return painted(picture, tool, from, true);
  const { width, height } = picture;
  const cells = [...picture.cells];
  const made = apply(tool, like, true);
  const stack = [from];
  while (stack.length > 0 && made !== like) {
    const at = stack.pop()!;
    if (cells[at] !== like) continue;
    cells[at] = made;
    if (at % width > 0) stack.push(at - 1);
    if (at % width < width - 1) stack.push(at + 1);
    if (at >= width) stack.push(at - width);
    if (at < width * (height - 1)) stack.push(at + width);
  }
  return { ...picture, cells: cells.join('') };
}
