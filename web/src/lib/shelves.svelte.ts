import { server } from './server';
import type { CollectionView, ReadView } from './types';

/** So many collections are remembered with their levels. */
const REMEMBERED = 3;

/**
 * The collections, and the levels of those looked at last. What is remembered is
 * shown at once; the library asks again for what the player has done since.
 */
class Shelves {
  collections = $state.raw<CollectionView[]>([]);
  /** Collections that the server knows by name and that are in nobody's library. */
  known = $state.raw<CollectionView[]>([]);
  private read = new Map<string, ReadView>();

  async list(): Promise<void> {
    this.collections = await server.library();
  }

  /** Those known by name come later: looking for them takes a moment. */
  async listKnown(): Promise<void> {
    if (this.known.length === 0) this.known = await server.known();
  }

  /** What is remembered of a collection. */
  remembered(id: string): ReadView | null {
    return this.read.get(id) ?? null;
  }

  /** The levels of a collection as they are now. */
  async fresh(id: string): Promise<ReadView> {
    const found = await server.levels(id);
    this.read.delete(id);
    this.read.set(id, found);
    for (const other of this.read.keys()) if (this.read.size > REMEMBERED) this.read.delete(other);
    return found;
  }

  /** One level of a collection, and how many there are. */
  async level(id: string, number: number) {
    const find = (view: ReadView | null) => view?.levels.find((level) => level.number === number);
    let view = this.remembered(id);
    if (!find(view)) view = await this.fresh(id);
    return { entry: find(view), count: view?.levels.length ?? 0, name: view?.name ?? '' };
  }

  /** Forgets a collection that has changed. */
  forget(id: string): void {
    this.read.delete(id);
  }
}

export const shelves = new Shelves();
