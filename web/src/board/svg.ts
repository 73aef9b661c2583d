/** One cell is so many units wide. */
export const UNIT = 40;

const NS = 'http://www.w3.org/2000/svg';

type Attributes = Record<string, string | number>;

export function element(name: string, attributes: Attributes = {}, children: Element[] = []): SVGElement {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** The upper left corner of a cell. */
export function corner(cell: number, width: number): [number, number] {
  return [(cell % width) * UNIT, Math.floor(cell / width) * UNIT];
}

/** The middle of a cell. */
export function middle(cell: number, width: number): [number, number] {
  const [x, y] = corner(cell, width);
  return [x + UNIT / 2, y + UNIT / 2];
}

/** A piece of the tile set, in the corner of its parent. */
export function piece(name: string): SVGElement {
  return element('use', { href: `#tile-${name}`, width: UNIT, height: UNIT });
}

/** A piece of the tile set on a cell. */
export function tile(name: string, kind: string, cell: number, width: number): SVGElement {
  const [x, y] = corner(cell, width);
  return element('use', { class: kind, href: `#tile-${name}`, x, y, width: UNIT, height: UNIT });
}

/**
 * Adds, keeps and removes the children of a group so that there is one for each
 * key; what is there already is not touched.
 */
export function sync<T>(group: Element, items: Map<string, T>, make: (item: T) => Element): void {
  const present = new Set<string>();
  for (const child of [...group.children]) {
    const key = child.getAttribute('data-key') ?? '';
    if (items.has(key) && !present.has(key)) present.add(key);
    else child.remove();
  }
  for (const [key, item] of items) {
    if (present.has(key)) continue;
    const child = make(item);
    child.setAttribute('data-key', key);
    group.append(child);
  }
}
