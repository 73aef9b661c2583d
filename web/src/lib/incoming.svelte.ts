import { go, route } from './route.svelte';

/**
 * Text that comes into the page from outside: dropped anywhere, or pasted where no
 * field takes it. The library shows what it is; a game on the board is not touched.
 */

class Incoming {
  text = $state('');
  /** The name of the file, without its ending. */
  name = $state('');
  /** Counts what has come, so that the same text twice is two things; and what was looked at. */
  times = $state(0);
  taken = 0;
  isOver = $state(false);

  take(text: string, name = ''): void {
    this.text = text;
    this.name = name;
    this.times++;
    if (route.view !== 'library') go('#/');
  }

  async takeFile(file: File | undefined): Promise<void> {
    if (file) this.take(decoded(await file.arrayBuffer()), file.name.replace(/\.[^.]*$/, ''));
  }
}

export const incoming = new Incoming();

/** The text of a file: in UTF-16 if it is marked so, else in UTF-8, else byte by byte. */
function decoded(bytes: ArrayBuffer): string {
  const [a, b] = new Uint8Array(bytes);
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

window.addEventListener('dragover', (event) => {
  event.preventDefault();
  incoming.isOver = true;
});
window.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) incoming.isOver = false;
});
window.addEventListener('drop', (event) => {
  event.preventDefault();
  incoming.isOver = false;
  const file = event.dataTransfer?.files[0];
  if (file) void incoming.takeFile(file);
  else incoming.take(event.dataTransfer?.getData('text/plain') ?? '');
});
window.addEventListener('paste', (event) => {
  if (isField(event.target)) return;
  const file = event.clipboardData?.files[0];
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (text) incoming.take(text);
  else if (file) void incoming.takeFile(file);
});
