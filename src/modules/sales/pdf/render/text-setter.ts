import type { Style } from './theme';

/** Measures lines of text and writes them on the current page. */
export interface TextSetter {
  /** Text that can be written: composed, without controls, and readable where no font has its characters. */
  printable(text: string, style: Style): string;

  /** How wide a line is. */
  measure(style: Style): (line: string) => number;

  /** @param y upper edge of the line */
  write(line: string, x: number, y: number, style: Style): void;

  /** A line of a paragraph as it stands alone, so that it runs in the paragraph's direction. */
  lineOf(paragraph: string, line: string): string;
}
