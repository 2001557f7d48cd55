import type PDFDocument from 'pdfkit';
import { font, type FontName } from './fonts';
import { printable } from './printable';
import type { Style } from './theme';
import { shortened, wrap } from './wrap';

/** Measures and draws lines of text and rules on the current page of a document. */
export class Canvas {
  private readonly names: readonly FontName[] = ['regular', 'bold'];

  constructor(private readonly document: InstanceType<typeof PDFDocument>) {
    for (const name of this.names) document.registerFont(name, font(name).data);
  }

  /** Breaks text into lines that can be written as they are. */
  lines(text: string, width: number, style: Style): string[] {
    return wrap(this.printable(text, style), width, this.measure(style));
  }

  /** One line that can be written as it is, cut off where it is too long. */
  line(text: string, width: number, style: Style): string {
    const line = this.printable(text, style).replaceAll('\n', ' ');
    return shortened(line, width, this.measure(style));
  }

  /** How wide a text is that is not broken. */
  width(text: string, style: Style): number {
    return this.measure(style)(this.printable(text, style));
  }

  /** @param line one of `lines` @param y upper edge of the line */
  write(line: string, x: number, y: number, style: Style): void {
    this.choose(style);
    const middle = y + (style.leading - this.document.currentLineHeight()) / 2;
    this.document.fillColor(style.color).text(line, x, middle, { lineBreak: false });
  }

  /** @param right where the line ends */
  writeRight(line: string, right: number, y: number, style: Style): void {
    this.write(line, right - this.measure(style)(line), y, style);
  }

  rule(left: number, right: number, y: number, color: string, thickness = 0.5): void {
    this.document.moveTo(left, y).lineTo(right, y).lineWidth(thickness).strokeColor(color).stroke();
  }

  private printable(text: string, style: Style): string {
    const { codePoints } = font(style.font);
    return printable(text, (codePoint) => codePoints.has(codePoint));
  }

  private measure(style: Style): (text: string) => number {
    this.choose(style);
    return (text) => this.document.widthOfString(text);
  }

  private choose({ font: name, size }: Style): void {
    this.document.font(name).fontSize(size);
  }
}
