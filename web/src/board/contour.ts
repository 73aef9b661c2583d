/**
 * Outlines of sets of squares as one path with rounded corners. Every edge between a
 * square inside and one outside is walked with the inside to the right, so that holes run
 * the other way round; where two squares touch at a corner alone, they stay apart.
 */

export interface Grid {
  rows: number;
  cols: number;
  inside(row: number, col: number): boolean;
  /** Where the lines between rows and columns lie. */
  x(col: number): number;
  y(row: number): number;
}

type Point = [number, number];

/** Right, down, left, up. */
const WAYS: Point[] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/** The edges that leave each crossing of lines, as directions. */
function edges(grid: Grid): Map<string, number[]> {
  const inside = (r: number, c: number) => r >= 0 && c >= 0 && r < grid.rows && c < grid.cols && grid.inside(r, c);
  const leaving = new Map<string, number[]>();
  const add = (x: number, y: number, way: number) => {
    const key = `${x},${y}`;
    leaving.set(key, [...(leaving.get(key) ?? []), way]);
  };
  for (let r = 0; r < grid.rows; r++) {
    for (let c = 0; c < grid.cols; c++) {
      if (!inside(r, c)) continue;
      if (!inside(r - 1, c)) add(c, r, 0);
      if (!inside(r, c + 1)) add(c + 1, r, 1);
      if (!inside(r + 1, c)) add(c + 1, r + 1, 2);
      if (!inside(r, c - 1)) add(c, r + 1, 3);
    }
  }
  return leaving;
}

/** The corners of all outlines. */
function loops(leaving: Map<string, number[]>): Point[][] {
  const found: Point[][] = [];
  for (const [key, ways] of leaving) {
    while (ways.length > 0) {
      const corners: Point[] = [];
      let [x, y] = key.split(',').map(Number) as Point;
      let way = ways.pop() ?? 0;
      const first = way;
      for (;;) {
        const [dx, dy] = WAYS[way] ?? [0, 0];
        [x, y] = [x + dx, y + dy];
        const here = leaving.get(`${x},${y}`) ?? [];
        // Turning right first keeps squares that touch at a corner apart.
        const next = [1, 0, 3].map((turn) => (way + turn) % 4).find((one) => here.includes(one));
        if (next === undefined) {
          if (way !== first) corners.push([x, y]);
          break;
        }
        here.splice(here.indexOf(next), 1);
        if (next !== way) corners.push([x, y]);
        way = next;
      }
      found.push(corners);
    }
  }
  return found;
}

/** One outline with its corners rounded, at most half way along each side. */
function rounded(corners: Point[], radius: number): string {
  const n = corners.length;
  const at = (i: number): Point => corners[(i + n) % n] ?? [0, 0];
  let path = '';
  for (let i = 0; i < n; i++) {
    const [[ax, ay], [x, y], [bx, by]] = [at(i - 1), at(i), at(i + 1)];
    const [before, after] = [Math.hypot(x - ax, y - ay), Math.hypot(bx - x, by - y)];
    const r = Math.min(radius, before / 2, after / 2);
    const from = [x - ((x - ax) / before) * r, y - ((y - ay) / before) * r];
    const to = [x + ((bx - x) / after) * r, y + ((by - y) / after) * r];
    path += `${i === 0 ? 'M' : 'L'}${from.join(' ')}Q${x} ${y} ${to.join(' ')}`;
  }
  return n > 0 ? `${path}z` : '';
}

export function contour(grid: Grid, radius: number): string {
  const place = ([c, r]: Point): Point => [grid.x(c), grid.y(r)];
  return loops(edges(grid)).map((corners) => rounded(corners.map(place), radius)).join('');
}
