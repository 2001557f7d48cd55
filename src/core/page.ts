/** What a caller asks of a list; the filters of the list stand beside these. */
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
  readonly items: readonly T[];
  /** Number of records on all pages together. */
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  /** Cursor of the page after this one; absent on the last. */
  readonly next?: string;
  /** Cursor of the page before this one; absent on the first. */
  readonly previous?: string;
}
