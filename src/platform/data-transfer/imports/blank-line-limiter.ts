import { BlankLinesTooMany, MAX_BLANK_LINES } from './import-errors';
import { MAX_LINE_BYTES, type RawLine } from './line-splitter';

const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

/** Skips blank lines, and limits their number: compressed, a million of them are only a few kilobytes. */
export class BlankLineLimiter {
  private lineCount = 0;
  private byteCount = 0;

  /**
   * @returns whether the line is blank
   * @throws BlankLinesTooMany for more than MAX_BLANK_LINES in a row, or if they have more bytes than one line may have
   */
  countIfBlank({ bytes }: RawLine): boolean {
    if (!bytes || !isBlank(bytes)) {
      this.lineCount = 0;
      this.byteCount = 0;
      return false;
    }
    this.lineCount += 1;
    this.byteCount += bytes.length;
    if (this.lineCount > MAX_BLANK_LINES || this.byteCount > MAX_LINE_BYTES)
      throw new BlankLinesTooMany();
    return true;
  }
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === SPACE || byte === TAB || byte === CARRIAGE_RETURN);
}
