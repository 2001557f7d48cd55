import { BlankLinesTooMany, MAX_BLANK_LINES } from './import-errors';
import { MAX_LINE_BYTES, type RawLine } from './line-splitter';

const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

/** Skips blank lines, and limits their number: compressed, a million of them are only a few kilobytes. */
export class BlankLineSkipper {
  private lines = 0;
  private bytes = 0;

  /**
   * @returns whether the line is blank
   * @throws BlankLinesTooMany for more than MAX_BLANK_LINES in a row, or if they have more bytes than one line may have
   */
  skip({ bytes }: RawLine): boolean {
    if (!bytes || !isBlank(bytes)) {
      this.lines = 0;
      this.bytes = 0;
      return false;
    }
    this.lines += 1;
    this.bytes += bytes.length;
    if (this.lines > MAX_BLANK_LINES || this.bytes > MAX_LINE_BYTES) throw new BlankLinesTooMany();
    return true;
  }
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === SPACE || byte === TAB || byte === CARRIAGE_RETURN);
}
