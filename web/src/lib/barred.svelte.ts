import type { Cell } from '../board/types';

/** A push that is proved to lose, and why. */
export interface BarredPush {
  from: Cell;
  to: Cell;
  reason: string;
}

/**
 * Whose reasons are told now: those of the square that is pointed at or was tapped,
 * or of the push chosen in the list. A box tells all its pushes, another square
 * those that come to it.
 */
class Barred {
  private cell = $state<Cell | null>(null);
  private chosen = $state.raw<BarredPush | null>(null);

  /** The pushes to tell about, out of all. */
  told(all: BarredPush[]): BarredPush[] {
    const { chosen, cell } = this;
    const isChosen = (push: BarredPush) => push.from === chosen?.from && push.to === chosen.to;
    if (chosen) return all.filter(isChosen);
    return cell === null ? [] : all.filter((push) => push.from === cell || push.to === cell);
  }

  point(cell: Cell | null): void {
    this.cell = cell;
  }

  /** A push of the list has the focus or the pointer. */
  choose(push: BarredPush | null): void {
    this.chosen = push;
  }

  /** A finger cannot point: its first tap on the end of a barred push tells the
   * reason, and the second does what a tap does. Says whether this was the first. */
  tap(cell: Cell, all: BarredPush[]): boolean {
    const isFirst = this.cell !== cell && all.some((push) => push.to === cell);
    this.cell = cell;
    return isFirst;
  }
}

export const barred = new Barred();

/** A push in words; rows and columns count from 1. */
export function pushName({ from, to }: BarredPush, width: number): string {
  const ways: Record<number, string> = { [-1]: 'left', 1: 'right', [-width]: 'up', [width]: 'down' };
  return `Row ${Math.floor(from / width) + 1}, column ${(from % width) + 1}, ${ways[to - from] ?? ''}`;
}
