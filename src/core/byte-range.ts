/** A range of a file's bytes, first and last inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}
