import createClient, { type Client } from 'openapi-fetch';
import { changes, type ChangesOptions } from './changes.js';
import { type Exported, exportLines, type ExportOptions } from './export-lines.js';
import { importLines, type ImportedBatch, type ImportOptions } from './import-lines.js';
import { type ListArguments, pages } from './lists.js';
import { pending, type PendingOptions, type PendingPage } from './pending.js';
import { retrying, type RetryOptions } from './retries.js';
import type { paths } from './schema.js';
import type { Changes, ListPath, ListRecord, PendingKind } from './types.js';

/** Where the service is, and who asks it. */
export interface StoreOptions extends RetryOptions {
  /** Without `/v1`, for example `http://localhost:3000`. */
  readonly baseUrl: string;
  /** An API key, or the token of a login. */
  readonly key: string;
}

/** Every operation of the service, by its path. */
export type StoreApi = Client<paths, 'application/json'>;

/** The service, as a program wants it: what fails for a while is repeated, and nothing is done twice. */
export class Store {
  /**
   * All operations, typed: `store.api.GET('/v1/orders/{id}', ...)`. Answers that are not good are thrown as
   * ProblemError, so `data` is there.
   */
  readonly api: StoreApi;

  constructor({ baseUrl, key, ...retries }: StoreOptions) {
    this.api = createClient<paths, 'application/json'>({
      baseUrl,
      fetch: retrying(retries),
      headers: { Authorization: `Bearer ${key}` },
    });
  }

  /** The records of a list, one after the other, to its end; each page is read when it is needed. */
  async *list<P extends ListPath>(
    path: P,
    ...[options]: ListArguments<P>
  ): AsyncGenerator<ListRecord<P>, void, undefined> {
    for await (const records of pages(this.api, path, options)) yield* records;
  }

  /** The same page by page. */
  pages<P extends ListPath>(
    path: P,
    ...[options]: ListArguments<P>
  ): AsyncGenerator<ListRecord<P>[], void, undefined> {
    return pages(this.api, path, options);
  }

  /** Pages of records that wait until they are acknowledged, the oldest first. */
  pending<K extends PendingKind>(
    kind: K,
    options: PendingOptions = {},
  ): AsyncGenerator<PendingPage<K>, void, undefined> {
    return pending(this.api, kind, options);
  }

  /** What is done to records from now on, or from where the reader stopped: never empty, never out of order. */
  changes(options: ChangesOptions): AsyncGenerator<Changes['CHANGES'], void, undefined> {
    return changes(this.api, options);
  }

  /** Has everything that is stored told as lines, of one state: for another store or a data warehouse. */
  export(options: ExportOptions = {}): Promise<Exported> {
    return exportLines(this.api, options);
  }

  /** Brings lines in, however many, some at a time; those that come again change nothing. */
  import(
    lines: Iterable<object> | AsyncIterable<object>,
    options: ImportOptions = {},
  ): AsyncGenerator<ImportedBatch, void, undefined> {
    return importLines(this.api, lines, options);
  }
}
