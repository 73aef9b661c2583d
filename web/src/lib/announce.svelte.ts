import { NO_ANSWER } from './connection.svelte';

/** What is said to those who listen, and shown for a moment to those who look. */
export const voice = $state({ polite: '', alert: '', toast: '' });

let timer = 0;

/** Said, not shown. */
export function say(text: string): void {
  // The same words twice are said twice: a zero-width mark makes them differ.
  voice.polite = voice.polite === text ? `${text}\u200b` : text;
}

/** Said and shown for a moment. */
export function tell(text: string): void {
  if (text === NO_ANSWER) return;
  say(text);
  voice.toast = text;
  window.clearTimeout(timer);
  timer = window.setTimeout(() => (voice.toast = ''), 3500);
}
