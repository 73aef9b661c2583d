import { QUARTERS, joint } from '../board/scenery';

/**
 * Skin sheets as other programs have them: one image, four tiles wide, in the layout that
 * YSokoban began and YASC, Sokoban++ and others read ("common skin format").
 *
 *   floor        man            box           –
 *   goal         man on goal    box on goal   –
 *   wall joined  wall joined    wall cap      outside
 *   all round    left, right
 *   wall joined  wall alone     –             –
 *   up, down
 *   man up       man left       man down      man right     (not in sheets of four rows)
 *   the same on goals
 *
 * Rows below are frames of animations and are left out. Walls are put together from
 * quarters; the cap lies where four walls meet. A man of whom only the first direction is
 * drawn is turned round.
 */

/** Tiles by name, each an image as a data address. */
export type Sheet = Record<string, string>;

export class NotASheet extends Error {}

const COLUMNS = 4;
/** Tiles are kept no larger than this, so that a sheet fits the browser's storage. */
const LARGEST = 96;

interface Source {
  image: CanvasImageSource;
  width: number;
  height: number;
  rows: number;
}

type Place = readonly [column: number, row: number];

function measure(width: number, height: number): number {
  const square = height / (width / COLUMNS);
  const isWhole = Math.abs(square - Math.round(square)) < 0.02 && square >= 4;
  // Old sheets of four rows may have tiles that are not square.
  const rows = isWhole ? Math.round(square) : height % 4 === 0 && square > 3 && square < 5 ? 4 : 0;
  if (rows === 0 || width < 4 * 4) {
    throw new NotASheet(`A skin sheet has four columns and at least four rows of square tiles; this image is ${width} by ${height} pixels.`);
  }
  return rows;
}

function canvas(size: number): CanvasRenderingContext2D {
  const made = document.createElement('canvas');
  made.width = made.height = size;
  const context = made.getContext('2d');
  if (!context) throw new NotASheet('This browser cannot cut images.');
  return context;
}

/** Draws a part of a tile, in quarters of its width and height. */
function copy(to: CanvasRenderingContext2D, source: Source, [column, row]: Place, from = [0, 0], at = [0, 0], part = 1): void {
  const [w, h] = [source.width / COLUMNS, source.height / source.rows];
  const size = to.canvas.width;
  const [fx = 0, fy = 0] = from;
  const [ax = 0, ay = 0] = at;
  to.drawImage(source.image, (column + fx) * w, (row + fy) * h, w * part, h * part, ax * size, ay * size, size * part, size * part);
}

function isEmpty(context: CanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let i = 3; i < data.length; i += 4) if ((data[i] ?? 0) > 8) return false;
  return true;
}

const WALL: Record<number, Place> = { 0: [1, 3], 1: [1, 2], 2: [0, 3], 3: [0, 2] };
const CAP: Place = [2, 2];
const AROUND = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => `${dx} ${dy}`)).filter((way) => way !== '0 0');

/** All walls that the eight neighbours can ask for, by the joints of their quarters. */
function walls(source: Source, size: number, tiles: Sheet): void {
  const cap = canvas(size);
  copy(cap, source, CAP);
  const hasCap = !isEmpty(cap);
  for (let around = 0; around < 256; around++) {
    const has = (dx: number, dy: number) => ((around >> AROUND.indexOf(`${dx} ${dy}`)) & 1) === 1;
    const joints = QUARTERS.map(([dx, dy]) => joint(has(dx, 0), has(0, dy), has(dx, dy)));
    const name = `wall-${joints.join('')}`;
    if (tiles[name]) continue;
    const made = canvas(size);
    QUARTERS.forEach(([dx, dy], i) => {
      const at = [dx < 0 ? 0 : 0.5, dy < 0 ? 0 : 0.5];
      const isCap = joints[i] === 4 && hasCap;
      copy(made, source, WALL[Math.min(3, joints[i] ?? 0)] ?? CAP, at, at, 0.5);
      if (isCap) copy(made, source, CAP, [dx < 0 ? 0.5 : 0, dy < 0 ? 0.5 : 0], at, 0.5);
    });
    tiles[name] = made.canvas.toDataURL();
  }
}

/** The man in four directions; `row` has them in the order up, left, down, right. */
function men(source: Source, size: number, row: number, still: Place, where: string, tiles: Sheet): void {
  const turned = canvas(size);
  if (source.rows > row) copy(turned, source, [1, row]);
  const isTurned = source.rows > row && isEmpty(turned);
  ['u', 'l', 'd', 'r'].forEach((facing, i) => {
    const made = canvas(size);
    if (source.rows <= row) copy(made, source, still);
    else if (!isTurned) copy(made, source, [i, row]);
    else {
      made.translate(size / 2, size / 2);
      made.rotate((-Math.PI / 2) * i);
      made.translate(-size / 2, -size / 2);
      copy(made, source, [0, row]);
    }
    tiles[`man-${facing}${where}`] = tiles[`push-${facing}${where}`] = made.canvas.toDataURL();
  });
}

/** Cuts an image into tiles. */
export function cut(image: CanvasImageSource, width: number, height: number): Sheet {
  const source: Source = { image, width, height, rows: measure(width, height) };
  const size = Math.max(8, Math.min(LARGEST, Math.round(width / COLUMNS)));
  const tiles: Sheet = {};
  const single: Record<string, Place> = { floor: [0, 0], box: [2, 0], goal: [0, 1], home: [2, 1] };
  for (const [name, place] of Object.entries(single)) {
    const made = canvas(size);
    copy(made, source, place);
    tiles[name] = made.canvas.toDataURL();
  }
  men(source, size, 4, [1, 0], '', tiles);
  men(source, size, 5, [1, 1], '-goal', tiles);
  walls(source, size, tiles);
  return tiles;
}

/** The image of a sheet from an address, such as that of a file. */
export function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new NotASheet('This file is not an image that the browser can read.'));
    image.src = address;
  });
}
