import type { Database } from '../../src/database';
import type { SqlValue } from '../../src/database';
import { get } from '../support/documents/order-drain';

/** A visible file of the store. */
export interface StoredFile {
  readonly path: string;
  readonly content: string;
}

/** The store when everything has come to rest: over HTTP, and by SQL where HTTP shows nothing. */
export class FinalState {
  /** @param files reads all files that the store shows */
  constructor(
    private readonly url: string,
    private readonly database: Database,
    readonly files: () => Promise<StoredFile[]>,
  ) {}

  /** @param path below `/v1` */
  get<T>(path: string): Promise<T> {
    return get<T>(this.url, `/v1${path}`);
  }

  /** All records of a list. @param root of its answer */
  async list<T>(path: string, root: string): Promise<T[]> {
    const found: T[] = [];
    for (let page = 1; ; page++) {
      const paged = `${path}${path.includes('?') ? '&' : '?'}perPage=500&page=${page}`;
      const answer = await this.get<Record<string, T[]>>(paged);
      const records = answer[root] ?? [];
      found.push(...records);
      if (records.length < 500) return found;
    }
  }

  sql<T>(statement: string, values: readonly SqlValue[] = []): Promise<T[]> {
    return this.database.select<T>(statement, [...values]);
  }
}
