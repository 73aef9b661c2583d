/** Numbers as people read them. */

export function count(n: number): string {
  if (n < 10_000) return String(Math.round(n));
  if (n < 1e6) return `${(n / 1e3).toFixed(n < 1e5 ? 1 : 0)} k`;
  return `${(n / 1e6).toFixed(n < 1e7 ? 2 : 1)} M`;
}

export function size(bytes: number): string {
  if (bytes < 1 << 20) return `${Math.ceil(bytes / 1024)} KiB`;
  return `${(bytes / (1 << 20)).toFixed(0)} MiB`;
}

export function seconds(time: number): string {
  return time < 10 ? `${time.toFixed(2)} s` : `${time.toFixed(1)} s`;
}

export const plural = (n: number, word: string, words = `${word}s`) => `${n} ${n === 1 ? word : words}`;

export const pushes = (n: number) => plural(n, 'push', 'pushes');
export const moves = (n: number) => plural(n, 'move');
export const boxes = (n: number) => plural(n, 'box', 'boxes');
