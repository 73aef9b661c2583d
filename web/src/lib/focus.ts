/**
 * Who gets the keys. A text field has all of them, and so has an open dialogue or list.
 * Every other control has its own keys only for those who came to it by the Tab key:
 * whoever clicked it wants to play on, so the focus goes back to the board.
 */

let cameByTab = false;

/** The style sheets see it too: the board shows that it has the focus to those who tab. */
function note(byTab: boolean): void {
  cameByTab = byTab;
  document.documentElement.toggleAttribute('data-tabbing', byTab);
}
window.addEventListener('pointerdown', () => note(false), true);
window.addEventListener('keydown', (event) => { if (event.key === 'Tab') note(true); }, true);

const writing = 'textarea, [contenteditable], input:not([type=range], [type=checkbox], [type=radio], [type=file], [type=button])';
const controls = 'button, a, summary, select, input, [role=tab], [role=button]';
/** Keys by which controls are used. */
const inControls = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Enter', ' ', 'Escape']);

function isOpen(target: Element): boolean {
  try {
    return target.matches('select:open');
  } catch {
    return false; // a browser that does not know the word
  }
}

/** Whether a key belongs to what has the focus, and not to the board. */
export function isTaken(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest('dialog') || target.matches(writing) || isOpen(target)) return true;
  const control = target.closest(controls);
  if (!control) return false;
  return cameByTab ? inControls.has(event.key) || control.matches('select') : event.key === 'Enter' || event.key === ' ';
}

/** The board that plays has the focus again. */
export function focusBoard(): void {
  document.querySelector<HTMLElement>('.board')?.focus({ preventScroll: true });
}

/** Hands the focus back after clicks, until the answer is called. */
export function returnFocus(): () => void {
  const stop = new AbortController();
  const back = (event: Event) => {
    const target = event.target instanceof Element ? event.target : null;
    const control = target?.closest(controls);
    if (cameByTab || !control || control.matches(writing) || target?.closest('dialog')) return;
    // A click without a pointer comes from a key or a screen reader.
    if (event instanceof MouseEvent && event.detail === 0) return;
    // A list that has just been opened needs its focus until something is chosen.
    if (event.type === 'click' && control.matches('select, input[type=file]')) return;
    // After what the click itself does: it may well open a dialogue or a text field.
    window.setTimeout(() => {
      const now = document.activeElement;
      if (!now?.matches(writing) && !document.querySelector('dialog[open]')) focusBoard();
    });
  };
  document.addEventListener('click', back, { signal: stop.signal });
  document.addEventListener('change', back, { signal: stop.signal });
  return () => stop.abort();
}
