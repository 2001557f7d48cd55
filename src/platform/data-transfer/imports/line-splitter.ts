/** Maximum length of a line, without its line break. */
export const MAX_LINE_BYTES = 1024 * 1024;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const INITIAL_CAPACITY_BYTES = 64 * 1024;
/** The longest line and its carriage return. */
const MAX_CAPACITY_BYTES = MAX_LINE_BYTES + 1;

/** A line as it was sent. */
export interface RawLine {
  /** Line number from 1; blank lines count. */
  readonly lineNumber: number;
  /** The line without its line break; absent if it is too long. */
  readonly bytes?: Buffer;
}

/**
 * Splits a stream of bytes into lines (ended by LF or CRLF). It buffers at most the longest allowed line, and returns
 * only the numbers of longer ones. The start of an incomplete line is copied, so that small chunks don't keep their
 * buffers alive.
 */
export class LineSplitter {
  private lineNumber = 0;
  private buffer = Buffer.allocUnsafe(INITIAL_CAPACITY_BYTES);
  private bufferedBytes = 0;
  private isTooLong = false;

  /** Returns the lines that end in this chunk. */
  *push(chunk: Buffer): Generator<RawLine, void> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end === -1) break;
      yield this.complete(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.appendToBuffer(chunk.subarray(start));
  }

  /** Returns the last line if the stream doesn't end with a line break. */
  end(): RawLine | undefined {
    return this.bufferedBytes > 0 || this.isTooLong ? this.complete(Buffer.alloc(0)) : undefined;
  }

  private complete(rest: Buffer): RawLine {
    this.lineNumber += 1;
    const bytes = this.take(rest);
    return bytes ? { lineNumber: this.lineNumber, bytes } : { lineNumber: this.lineNumber };
  }

  private take(rest: Buffer): Buffer | undefined {
    if (this.bufferedBytes === 0 && !this.isTooLong) return trimLine(rest);
    this.appendToBuffer(rest);
    const line = this.isTooLong
      ? undefined
      : Buffer.from(this.buffer.subarray(0, this.bufferedBytes));
    this.bufferedBytes = 0;
    this.isTooLong = false;
    return line && trimLine(line);
  }

  private appendToBuffer(part: Buffer): void {
    const bytes = this.bufferedBytes + part.length;
    if (this.isTooLong || bytes > MAX_CAPACITY_BYTES) {
      this.isTooLong = true;
      this.bufferedBytes = 0;
      return;
    }
    if (bytes > this.buffer.length) this.grow(bytes);
    part.copy(this.buffer, this.bufferedBytes);
    this.bufferedBytes = bytes;
  }

  private grow(minBytes: number): void {
    const larger = Buffer.allocUnsafe(
      Math.min(MAX_CAPACITY_BYTES, Math.max(minBytes, 2 * this.buffer.length)),
    );
    this.buffer.copy(larger, 0, 0, this.bufferedBytes);
    this.buffer = larger;
  }
}

function trimLine(line: Buffer): Buffer | undefined {
  const endsWithCarriageReturn = line.length > 0 && line[line.length - 1] === CARRIAGE_RETURN;
  const bytes = endsWithCarriageReturn ? line.subarray(0, -1) : line;
  return bytes.length > MAX_LINE_BYTES ? undefined : bytes;
}
