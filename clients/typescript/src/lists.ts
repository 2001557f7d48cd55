import { type AnyApi, dataOf } from './answers.js';
import type { StoreApi } from './client.js';
import type { ListParameters, ListPath, ListQuery, ListRecord } from './types.js';

/** The records of a list to read. */
export interface ListOptions<P extends ListPath> {
  /** The parameters of the path, such as `type` of the catalog. */
  readonly path?: ListParameters<P>;
  /** Filters, `sort`, `fields` and `perPage`. */
  readonly query?: ListQuery<P>;
  readonly signal?: AbortSignal;
}

/** The options of a list; optional if its path has no parameters. */
export type ListArguments<P extends ListPath> =
  ListParameters<P> extends undefined
    ? readonly [options?: ListOptions<P>]
    : readonly [options: ListOptions<P> & { readonly path: ListParameters<P> }];

/** The two forms of envelopes. */
interface Envelope {
  readonly cursors?: { readonly next: string };
  readonly CURSORS?: { readonly NEXT: string };
}

/** Iterates over the pages of a list by cursors. Records that exist all the time are returned exactly once. */
export async function* pages<P extends ListPath>(
  api: StoreApi,
  list: P,
  { path, query, signal }: ListOptions<P> = {},
): AsyncGenerator<ListRecord<P>[], void, undefined> {
  let currentQuery: object = query ?? {};
  for (;;) {
    const init = { params: { path, query: currentQuery }, ...(signal && { signal }) };
    const page = (await dataOf((api as AnyApi).GET(list, init))) as Envelope;
    yield recordsOf<ListRecord<P>>(page);
    const next = page.cursors?.next ?? page.CURSORS?.NEXT ?? '';
    if (next === '') return;
    // Only the query is used, because the service may be reached by another URL than its own.
    currentQuery = Object.fromEntries(new URL(next).searchParams);
  }
}

/** Returns the records of an envelope: its only array. */
export function recordsOf<T>(envelope: object): T[] {
  return Object.values(envelope).find((value): value is T[] => Array.isArray(value)) ?? [];
}
