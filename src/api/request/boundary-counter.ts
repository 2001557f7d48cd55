const CR_LF = Buffer.from('\r\n');
const DASHES = '--';

/**
 * Counts the parts of a multipart body while its bytes go by. The parser leaves a part out, without a word,
 * when it can't read the part's Content-Disposition: only the count tells.
 */
export class BoundaryCounter {
  /** Parts that have begun. */
  parts = 0;
  private readonly delimiter: Buffer;
  private isClosed = false;
  /** What the next bytes may continue. The first delimiter may do without its line break. */
  private unmatched: Buffer = CR_LF;

  /** @param boundary the Content-Type's parameter */
  constructor(boundary: string) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  push(bytes: Buffer): void {
    if (this.isClosed) return;
    const data = Buffer.concat([this.unmatched, bytes]);
    const { length } = this.delimiter;
    let from = 0;
    for (;;) {
      const found = data.indexOf(this.delimiter, from);
      const after = found + length;
      if (found === -1 || after + DASHES.length > data.length) {
        // A delimiter with its two dashes may have come up to its last byte.
        const kept = found === -1 ? data.length - (length + DASHES.length - 1) : found;
        this.unmatched = data.subarray(Math.max(kept, from));
        return;
      }
      this.isClosed = data.toString('latin1', after, after + DASHES.length) === DASHES;
      if (this.isClosed) return;
      this.parts += 1;
      from = after;
    }
  }
}
