/**
 * The browser's database: tables of rows by number, as `soko-wasm` wants them. A
 * change is one transaction, which is over when it is on the disk; only then is it
 * acknowledged.
 */

const NAME = 'sokoscope';
const VERSION = 1;
const TABLES = ['event', 'solution', 'day', 'attempt', 'collection'];

/** What changes in a row: what is there from now on, null if it is dropped. */
export interface Change {
  table: string;
  id: number;
  row: unknown;
  is_new: boolean;
}

/** Everything there is, as it goes into a file and comes from one. */
export interface Everything {
  sokoscope: number;
  rows: Change[];
}

/** Another window was faster with a row of the same number. */
export class Overtaken extends Error {}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class Database {
  private constructor(private readonly inner: IDBDatabase) {}

  static async open(): Promise<Database> {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const table of TABLES) request.result.createObjectStore(table);
    };
    const inner = await done(request);
    // A newer page in another window may bring a newer database.
    inner.onversionchange = () => inner.close();
    return new Database(inner);
  }

  async rows(): Promise<Change[]> {
    const transaction = this.inner.transaction(TABLES);
    const tables = TABLES.map(async (table) => {
      const store = transaction.objectStore(table);
      const [ids, rows] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      return ids.map((id, i) => ({ table, id: Number(id), row: rows[i], is_new: false }));
    });
    return (await Promise.all(tables)).flat();
  }

  /** Makes all of these changes, or none. */
  write(changes: Change[], anew = false): Promise<void> {
    const transaction = this.inner.transaction(TABLES, 'readwrite', { durability: 'strict' });
    const over = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => {
        const why = transaction.error;
        reject(why?.name === 'ConstraintError' ? new Overtaken() : (why ?? new Error('the browser took the change back')));
      };
    });
    if (anew) for (const table of TABLES) transaction.objectStore(table).clear();
    for (const { table, id, row, is_new } of changes) {
      const store = transaction.objectStore(table);
      if (row === null) store.delete(id);
      else if (is_new) store.add(row, id);
      else store.put(row, id);
    }
    return over;
  }

  async everything(): Promise<Everything> {
    return { sokoscope: VERSION, rows: await this.rows() };
  }

  /** Takes everything from a file, in place of what is here. */
  replace(file: Everything): Promise<void> {
    const isRow = ({ table, id, row }: Change) => TABLES.includes(table) && Number.isInteger(id) && row !== null;
    if (file.sokoscope !== VERSION || !Array.isArray(file.rows) || !file.rows.every(isRow)) {
      return Promise.reject(new Error('This is no file that Sokoscope has written.'));
    }
    return this.write(file.rows.map((change) => ({ ...change, is_new: false })), true);
  }
}
