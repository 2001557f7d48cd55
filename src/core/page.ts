/** What a caller asks of a list, besides the filters that are its own. */
export interface PageQuery {
  /** From 1. */
  page: number;
  perPage: number;
  /** Opaque place in the list, taken from an earlier answer; it wins over `page`. */
  cursor?: string;
  /** `field.asc|desc`, comma-separated. */
  sort?: string;
  /** White-space separated terms; each must begin a word of a searchable field. */
  q?: string;
}

/** One page of a list. */
export interface Page<T> {
  /** The records; of a page that is read in pieces the first ones. */
  readonly items: readonly T[];
  /** Those after `items`, read when they are asked for; absent: there are none. */
  readonly remainingChunks?: AsyncIterable<readonly T[]>;
  /** Number of records on all pages together. */
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  /** Cursor of the page after this one; absent on the last. */
  readonly next?: string;
  /** Cursor of the page before this one; absent on the first. */
  readonly previous?: string;
  /** Number of the last page; only where the page that was asked for comes after it. */
  readonly lastPage?: number;
}

/** Does something to each record of a page; to those that are read later when they are. */
export function tapItems<T>(page: Page<T>, work: (item: T) => void): Page<T> {
  return tapChunks(page, (items) => items.forEach(work));
}

/** Does something to the records of a page that are read together: to all of them, or to one piece after the other. */
export function tapChunks<T>(page: Page<T>, work: (items: readonly T[]) => void): Page<T> {
  work(page.items);
  return page.remainingChunks
    ? { ...page, remainingChunks: tapRemaining(page.remainingChunks, work) }
    : page;
}

async function* tapRemaining<T>(
  pieces: AsyncIterable<readonly T[]>,
  work: (items: readonly T[]) => void,
): AsyncGenerator<readonly T[]> {
  for await (const items of pieces) {
    work(items);
    yield items;
  }
}
