import { UNIT, corner, element, middle } from './svg';
import type { BoardLevel, Cell } from './types';

/** The cells at which the rows as written have a wall. */
export function wallCells(level: BoardLevel): Set<Cell> {
  const walls = new Set<Cell>();
  level.text.split('\n').forEach((row, r) => {
    for (let c = 0; c < row.length; c++) if (row[c] === '#') walls.add(r * level.width + c);
  });
  return walls;
}

/** One path that covers all these cells, row by row in runs. */
export function coverPath(cells: Set<Cell>, width: number): string {
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

/** The lines between cells inside the set and cells outside it. */
export function edgePath(cells: Set<Cell>, level: BoardLevel): string {
  const { width, height } = level;
  const inside = (r: number, c: number) => r >= 0 && c >= 0 && r < height && c < width && cells.has(r * width + c);
  let path = '';
  for (let r = 0; r <= height; r++) {
    for (let c = 0; c <= width; c++) {
      const here = inside(r, c);
      if (c < width && here !== inside(r - 1, c)) path += `M${c * UNIT} ${r * UNIT}h${UNIT}`;
      if (r < height && here !== inside(r, c - 1)) path += `M${c * UNIT} ${r * UNIT}v${UNIT}`;
    }
  }
  return path;
}

/** The thin lines between floor squares. */
function gridPath(floor: Set<Cell>, width: number): string {
  let path = '';
  for (const cell of floor) {
    const [x, y] = corner(cell, width);
    if (cell % width !== 0 && floor.has(cell - 1)) path += `M${x} ${y}v${UNIT}`;
    if (floor.has(cell - width)) path += `M${x} ${y}h${UNIT}`;
  }
  return path;
}

/** Floor, walls and goals: all that stays where it is. */
export function scenery(level: BoardLevel, goals: Cell[]): Element[] {
  const floor = new Set(level.floor);
  const walls = wallCells(level);
  return [
    element('path', { class: 'floor', d: coverPath(floor, level.width) }),
    element('path', { class: 'grid-lines', d: gridPath(floor, level.width) }),
    element('path', { class: 'wall', d: coverPath(walls, level.width) }),
    element('path', { class: 'wall-edge', d: edgePath(walls, level) }),
    ...goals.map((cell) => goal(cell, level.width)),
  ];
}

function goal(cell: Cell, width: number): Element {
  const [x, y] = middle(cell, width);
  const r = UNIT * 0.17;
  return element('path', { class: 'goal', d: `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}z` });
}
