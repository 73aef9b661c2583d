import { contour } from './contour';
import { UNIT, corner, element, tile } from './svg';
import type { BoardLevel, Cell } from './types';

/**
 * Floor, walls and goals: all that stays where it is. Walls are seen a little from the
 * front: each has a top, and where no wall stands below it, a face of brick. The same
 * paths serve the board and the thumbnails.
 */

/** The height of a wall's face. */
const FACE = 11;
/** How far a wall's shadow reaches. */
const SHADOW = 6;
const ROUND = 5;

/** The cells at which the rows as written have a wall. */
export function wallCells(level: Pick<BoardLevel, 'text' | 'width'>): Set<Cell> {
  const walls = new Set<Cell>();
  level.text.split('\n').forEach((row, r) => {
    for (let c = 0; c < row.length; c++) if (row[c] === '#') walls.add(r * level.width + c);
  });
  return walls;
}

/** One path that covers all these cells, row by row in runs. */
function coverPath(cells: Set<Cell>, width: number): string {
  let path = '';
  for (const cell of cells) {
    const startsRun = cell % width === 0 || !cells.has(cell - 1);
    if (!startsRun) continue;
    let end = cell;
    while ((end + 1) % width !== 0 && cells.has(end + 1)) end++;
    const [x, y] = corner(cell, width);
    path += `M${x} ${y}h${(end - cell + 1) * UNIT}v${UNIT}h${-(end - cell + 1) * UNIT}z`;
  }
  return path;
}

/** Every other square, as on a chessboard, so that distances can be counted. */
function checkPath(floor: Set<Cell>, width: number): string {
  const others = [...floor].filter((cell) => (Math.floor(cell / width) + (cell % width)) % 2 === 1);
  return others.map((cell) => `M${corner(cell, width).join(' ')}h${UNIT}v${UNIT}h${-UNIT}z`).join('');
}

/** The shadow of walls on the floor below them and to their right. */
function shadePath(floor: Set<Cell>, walls: Set<Cell>, width: number): string {
  let path = '';
  for (const cell of floor) {
    const [x, y] = corner(cell, width);
    const isBelow = walls.has(cell - width);
    const isRight = cell % width !== 0 && walls.has(cell - 1);
    if (isBelow) path += `M${x} ${y}h${UNIT}v${SHADOW}h${-UNIT}z`;
    if (isRight) path += `M${x} ${y + (isBelow ? SHADOW : 0)}h${SHADOW - 2}V${y + UNIT}h${2 - SHADOW}z`;
  }
  return path;
}

/** Outlines of the walls' tops and of walls as a whole. */
function wallPaths(walls: Set<Cell>, width: number, height: number): { top: string; whole: string } {
  const isWall = (r: number, c: number) => walls.has(r * width + c);
  const x = (col: number) => col * UNIT;
  const whole = { rows: height, cols: width, inside: isWall, x, y: (row: number) => row * UNIT };
  // Each row is cut in two, the top and the face: a face belongs to the top where a wall follows.
  const top = {
    rows: 2 * height,
    cols: width,
    inside: (r: number, c: number) => isWall(r >> 1, c) && (r % 2 === 0 || (isWall((r >> 1) + 1, c) && (r >> 1) + 1 < height)),
    x,
    y: (row: number) => (row >> 1) * UNIT + (row % 2 === 0 ? 0 : UNIT - FACE),
  };
  return { top: contour(top, ROUND), whole: contour(whole, ROUND) };
}

/** The joints of the bricks in the faces, and the lines between the stones of the tops. */
function jointPaths(walls: Set<Cell>, width: number, height: number): { bricks: string; stones: string } {
  let [bricks, stones] = ['', ''];
  for (const cell of walls) {
    const [x, y] = corner(cell, width);
    const isLast = cell >= width * (height - 1) || !walls.has(cell + width);
    const [face, middle] = [y + UNIT - FACE, y + UNIT - FACE / 2];
    if (isLast) bricks += `M${x + 3} ${middle}h34M${x + 20} ${face}V${middle}M${x + 10} ${middle}v4.5M${x + 30} ${middle}v4.5`;
    if (cell % width !== 0 && walls.has(cell - 1)) stones += `M${x} ${y + 2}V${isLast ? face - 2 : y + UNIT - 2}`;
    if (!isLast) stones += `M${x + 2} ${y + UNIT}h36`;
  }
  return { bricks, stones };
}

/** What is painted, from the bottom to the top: a class and a path each. */
export function painting(level: BoardLevel): [string, string][] {
  const { width, height } = level;
  const floor = new Set(level.floor);
  const walls = wallCells(level);
  const { top, whole } = wallPaths(walls, width, height);
  const { bricks, stones } = jointPaths(walls, width, height);
  return [
    ['floor', coverPath(floor, width)],
    ['floor-other', checkPath(floor, width)],
    ['floor-shade', shadePath(floor, walls, width)],
    ['wall-face', whole],
    ['wall-mortar', bricks],
    ['wall', top],
    ['wall-joint', stones],
  ];
}

/** The quarters of a square: left or right, above or below. */
export const QUARTERS = [[-1, -1], [1, -1], [-1, 1], [1, 1]] as const;

/** How a quarter of a wall joins its neighbours: not at all, to the side, up or down, to
 * both, or as a part of a block of four. */
export function joint(side: boolean, ahead: boolean, across: boolean): number {
  return side && ahead ? (across ? 4 : 3) : side ? 1 : ahead ? 2 : 0;
}

/** The joints of a wall's four quarters, as digits. */
function joints(walls: Set<Cell>, cell: Cell, width: number): string {
  const has = (dx: number, dy: number) => {
    const col = (cell % width) + dx;
    return col >= 0 && col < width && walls.has(cell + dy * width + dx);
  };
  return QUARTERS.map(([dx, dy]) => joint(has(dx, 0), has(0, dy), has(dx, dy))).join('');
}

/** Tiles of a skin from a sheet, with the class that the painting of the same thing has. */
export function paving(level: BoardLevel): { cell: Cell; name: string; kind: string }[] {
  const walls = wallCells(level);
  const floor = level.floor.map((cell) => ({ cell, name: 'floor', kind: 'floor' }));
  const wall = [...walls].map((cell) => ({ cell, name: `wall-${joints(walls, cell, level.width)}`, kind: 'wall' }));
  return [...floor, ...wall];
}

export function scenery(level: BoardLevel, goals: Cell[], isPaved: boolean): Element[] {
  const ground = isPaved
    ? paving(level).map(({ cell, name, kind }) => tile(name, kind, cell, level.width))
    : painting(level).map(([kind, d]) => element('path', { class: kind, d }));
  return [...ground, ...goals.map((cell) => tile('goal', 'goal', cell, level.width))];
}
