import type PDFDocument from 'pdfkit';
import type { TextSetter } from './text-setter';
import { page, type Style } from './theme';
import { shortened, wrap } from './wrap';

/**
 * Measures and draws lines of text and rules on the current page of a document. Where the document reads from
 * right to left all of them stand mirrored: what is asked for on the left comes on the right.
 */
export class Canvas {
  constructor(
    private readonly document: InstanceType<typeof PDFDocument>,
    private readonly setter: TextSetter,
    private readonly isMirrored: boolean,
  ) {}

  /** Breaks text into lines that can be written as they are. */
  lines(text: string, width: number, style: Style): string[] {
    const { setter } = this;
    const measure = setter.measure(style);
    return setter
      .printable(text, style)
      .split('\n')
      .flatMap((paragraph) =>
        wrap(paragraph, width, measure).map((line) => setter.lineOf(paragraph, line)),
      );
  }

  /** One line that can be written as it is, cut off where it is too long. */
  line(text: string, width: number, style: Style): string {
    const line = this.setter.printable(text, style).replaceAll('\n', ' ');
    return shortened(line, width, this.setter.measure(style));
  }

  /** How wide a text is on one line. */
  width(text: string, style: Style): number {
    return this.setter.measure(style)(this.setter.printable(text, style));
  }

  /** @param line one of `lines` @param x where it begins @param y upper edge of the line */
  write(line: string, x: number, y: number, style: Style): void {
    const left = this.isMirrored ? mirrored(x) - this.setter.measure(style)(line) : x;
    this.setter.write(line, left, y, style);
  }

  /** @param end where the line ends */
  writeToEnd(line: string, end: number, y: number, style: Style): void {
    const left = this.isMirrored ? mirrored(end) : end - this.setter.measure(style)(line);
    this.setter.write(line, left, y, style);
  }

  /** A number in a column: the last digits stand below each other, whichever way the document reads. */
  writeNumber(line: string, start: number, end: number, y: number, style: Style): void {
    const right = this.isMirrored ? mirrored(start) : end;
    this.setter.write(line, right - this.setter.measure(style)(line), y, style);
  }

  rule(start: number, end: number, y: number, color: string, thickness = 0.5): void {
    const [from, to] = this.isMirrored ? [mirrored(end), mirrored(start)] : [start, end];
    this.document.moveTo(from, y).lineTo(to, y).lineWidth(thickness).strokeColor(color).stroke();
  }

  /** A picture of at most this size. @param x where it begins */
  image(bytes: Buffer, x: number, y: number, [width, height]: [number, number]): void {
    const left = this.isMirrored ? mirrored(x) - width : x;
    const align = this.isMirrored ? 'right' : undefined;
    this.document.image(bytes, left, y, { fit: [width, height], ...(align ? { align } : {}) });
  }
}

function mirrored(x: number): number {
  return page.width - x;
}
