/** A part of a file: first and last byte, both inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}
