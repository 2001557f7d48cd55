const CR_LF = Buffer.from('\r\n');
const CLOSE_DELIMITER_SUFFIX = '--';

/**
 * Counts the parts of a multipart body while its bytes pass by. If a part's Content-Disposition is unreadable, the
 * parser skips the part without an error: only the count reveals it.
 */
export class BoundaryCounter {
  /** Number of parts that have started. */
  partCount = 0;
  private readonly delimiter: Buffer;
  private isClosed = false;
  /** Bytes that the next chunk may complete to a delimiter. The first delimiter may come without its line break. */
  private unmatched: Buffer = CR_LF;

  /** @param boundary the `boundary` parameter of the Content-Type */
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
      if (found === -1 || after + CLOSE_DELIMITER_SUFFIX.length > data.length) {
        // All but the last byte of a delimiter with its two dashes may have arrived.
        const keepFrom =
          found === -1 ? data.length - (length + CLOSE_DELIMITER_SUFFIX.length - 1) : found;
        this.unmatched = data.subarray(Math.max(keepFrom, from));
        return;
      }
      this.isClosed =
        data.toString('latin1', after, after + CLOSE_DELIMITER_SUFFIX.length) ===
        CLOSE_DELIMITER_SUFFIX;
      if (this.isClosed) return;
      this.partCount += 1;
      from = after;
    }
  }
}
