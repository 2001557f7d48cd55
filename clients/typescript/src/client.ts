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

/** The service, as a program wants it: what fails temporarily is repeated, and nothing is done twice. */
export class Store {
  /**
   * All operations, typed: `store.api.GET('/v1/orders/{id}', ...)`. Failures are thrown as ProblemError,
   * so `data` is there.
   */
  readonly api: StoreApi;

  constructor({ baseUrl, key, ...retries }: StoreOptions) {
    this.api = createClient<paths, 'application/json'>({
      baseUrl,
      fetch: retrying(retries),
      headers: { Authorization: `Bearer ${key}` },
    });
  }

  /** All records of a list, one after the other; each page is read when it is needed. */
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

  /** Pages of records that wait to be acknowledged, oldest first. */
  pending<K extends PendingKind>(
    kind: K,
    options: PendingOptions = {},
  ): AsyncGenerator<PendingPage<K>, void, undefined> {
    return pending(this.api, kind, options);
  }

  /** Changes of records from now on, or from where the reader stopped: in order, and never none at a time. */
  changes(options: ChangesOptions): AsyncGenerator<Changes['CHANGES'], void, undefined> {
    return changes(this.api, options);
  }

  /** Exports everything stored at one moment as lines, for another store or a data warehouse. */
  export(options: ExportOptions = {}): Promise<Exported> {
    return exportLines(this.api, options);
  }

  /** Imports any number of lines, in batches; lines that come again change nothing. */
  import(
    lines: Iterable<object> | AsyncIterable<object>,
    options: ImportOptions = {},
  ): AsyncGenerator<ImportedBatch, void, undefined> {
    return importLines(this.api, lines, options);
  }
}
