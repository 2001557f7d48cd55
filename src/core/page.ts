/** The query of a list, without its own filters. */
export interface PageQuery {
  /** From 1. */
  page: number;
  perPage: number;
  /** Opaque position in the list, from an earlier response; it overrides `page`. */
  cursor?: string;
  /** `field.asc|desc`, comma-separated. */
  sort?: string;
  /** Terms separated by white space; each must start a word of a searchable field. */
  q?: string;
}

/** One page of a list. */
export interface Page<T> {
  /** The records; for a page that is read in chunks, only the first ones. */
  readonly items: readonly T[];
  /** The records after `items`, read on demand; absent if `items` contains all records. */
  readonly remainingChunks?: AsyncIterable<readonly T[]>;
  /** Number of records on all pages together. */
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  /** Cursor of the page after this one; absent on the last. */
  readonly nextCursor?: string;
  /** Cursor of the page before this one; absent on the first. */
  readonly previousCursor?: string;
  /** Number of the last page; only set if the requested page comes after it. */
  readonly lastPage?: number;
}

/** Calls a function for each record of a page; for later chunks, when they are read. */
export function tapItems<T>(page: Page<T>, work: (item: T) => void): Page<T> {
  return tapChunks(page, (items) => items.forEach(work));
}

/** Calls a function for the records of a page: for all of them, or for one chunk after the other. */
export function tapChunks<T>(page: Page<T>, work: (items: readonly T[]) => void): Page<T> {
  work(page.items);
  return page.remainingChunks
    ? { ...page, remainingChunks: tapRemainingChunks(page.remainingChunks, work) }
    : page;
}

async function* tapRemainingChunks<T>(
  chunks: AsyncIterable<readonly T[]>,
  work: (items: readonly T[]) => void,
): AsyncGenerator<readonly T[]> {
  for await (const items of chunks) {
    work(items);
    yield items;
  }
}
