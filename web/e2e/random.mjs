/** Random numbers below n, the same in every run with the same seed. */
export function random(seed) {
  let state = Math.imul(seed + 1, 2654435761) >>> 0;
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return (state >>> 8) % n;
  };
}
