import { blank, filled, fromText, isPicture, painted, type Picture, type Tool } from './picture';

/** The drawing of the editor, with undo; kept in the browser, so that it survives a reload. */

const KEY = 'sokoscope.drawing';
const MOST_UNDO = 500;

interface Kept {
  picture: Picture;
  title: string;
  /** The text of the link that was loaded last. */
  loaded: string;
}

function kept(): Kept {
  const nothing = { picture: blank(10, 8), title: '', loaded: '' };
  try {
    const { picture, title, loaded } = JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? {};
    return isPicture(picture) ? { picture, title: String(title ?? ''), loaded: String(loaded ?? '') } : nothing;
  } catch {
    return nothing;
  }
}

class DrawingStore {
  picture = $state.raw<Picture>(blank(10, 8));
  title = $state('');
  private loaded = '';
  private past: Picture[] = [];
  private future: Picture[] = [];
  version = $state(0);

  constructor() {
    const { picture, title, loaded } = kept();
    this.picture = picture;
    this.title = title;
    this.loaded = loaded;
  }

  get canUndo(): boolean {
    return this.version >= 0 && this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.version >= 0 && this.future.length > 0;
  }

  keep(): void {
    const value: Kept = { picture: this.picture, title: this.title, loaded: this.loaded };
    try {
      localStorage.setItem(KEY, JSON.stringify(value));
    } catch {
      // A browser without storage forgets; nothing else depends on it.
    }
  }

  /** Starts a change that is undone as one. */
  begin(): void {
    this.past.push(this.picture);
    if (this.past.length > MOST_UNDO) this.past.shift();
    this.future = [];
    this.version++;
  }

  change(picture: Picture | null): void {
    if (!picture) return;
    this.begin();
    this.picture = picture;
  }

  /** Takes a level from a link, once: what was drawn on it since then is not lost by a reload. */
  load(text: string, title = ''): void {
    if (text === this.loaded) return;
    this.change(fromText(text));
    this.loaded = text;
    this.title = title;
  }

  /** Begins anew; undo brings the drawing back. */
  clear(): void {
    this.change(blank(10, 8));
    this.loaded = '';
    this.title = '';
  }

  at(cell: number): string {
    return this.picture.cells[cell] ?? ' ';
  }

  paint(tool: Tool, cell: number, adding: boolean): void {
    this.picture = painted(this.picture, tool, cell, adding);
  }

  fill(tool: Tool, cell: number): void {
    this.change(filled(this.picture, tool, cell));
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
