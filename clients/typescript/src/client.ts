import createClient, { type Client } from 'openapi-fetch';
import { changes, type ChangesOptions } from './changes.js';
import { type Exported, exportLines, type ExportOptions } from './export-lines.js';
import { importLines, type ImportedBatch, type ImportOptions } from './import-lines.js';
import { type ListArguments, pages } from './lists.js';
import { pending, type PendingOptions, type PendingPage } from './pending.js';
import { retrying, type RetryOptions } from './retries.js';
import type { paths } from './schema.js';
import type { Changes, ListPath, ListRecord, PendingKind } from './types.js';

/** The address of the service and the credentials. */
export interface StoreOptions extends RetryOptions {
  /** URL without `/v1`, for example `http://localhost:3000`. */
  readonly baseUrl: string;
  /** An API key or a login token. */
  readonly key: string;
}

/** All operations of the service, by path. */
export type StoreApi = Client<paths, 'application/json'>;

/** A client of the service. Temporary failures are retried, and nothing is done twice. */
export class Store {
  /**
   * All operations, typed: `store.api.GET('/v1/orders/{id}', ...)`. Failures are thrown as ProblemError, so `data` is
   * always set.
   */
  readonly api: StoreApi;

  constructor({ baseUrl, key, ...retries }: StoreOptions) {
    this.api = createClient<paths, 'application/json'>({
      baseUrl,
      fetch: retrying(retries),
      headers: { Authorization: `Bearer ${key}` },
    });
  }

  /** Iterates over all records of a list. Pages are read as they are needed. */
  async *list<P extends ListPath>(
    path: P,
    ...[options]: ListArguments<P>
  ): AsyncGenerator<ListRecord<P>, void, undefined> {
    for await (const records of pages(this.api, path, options)) yield* records;
  }

  /** Iterates over the pages of a list. */
  pages<P extends ListPath>(
    path: P,
    ...[options]: ListArguments<P>
  ): AsyncGenerator<ListRecord<P>[], void, undefined> {
    return pages(this.api, path, options);
  }

  /** Iterates over pages of records that wait to be acknowledged, oldest first. */
  pending<K extends PendingKind>(
    kind: K,
    options: PendingOptions = {},
  ): AsyncGenerator<PendingPage<K>, void, undefined> {
    return pending(this.api, kind, options);
  }

  /**
   * Iterates over changes of records, in order, from now on or from the stored position. Each element has at least one
   * change.
   */
  changes(options: ChangesOptions): AsyncGenerator<Changes['CHANGES'], void, undefined> {
    return changes(this.api, options);
  }

  /** Exports everything stored at one moment as records, for another store or a data warehouse. */
  export(options: ExportOptions = {}): Promise<Exported> {
    return exportLines(this.api, options);
  }

  /** Imports any number of records in batches. Records that were imported before change nothing. */
  import(
    lines: Iterable<object> | AsyncIterable<object>,
    options: ImportOptions = {},
  ): AsyncGenerator<ImportedBatch, void, undefined> {
    return importLines(this.api, lines, options);
  }
}
