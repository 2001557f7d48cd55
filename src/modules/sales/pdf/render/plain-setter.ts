import type PDFDocument from 'pdfkit';
import { font, type FontName } from './fonts';
import { printable } from './printable';
import type { TextSetter } from './text-setter';
import type { Style } from './theme';

const names: readonly FontName[] = ['regular', 'bold'];

/** Letters whose shape or place depends on their neighbours, and marks of direction. */
const shaped =
  /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Laoo}\p{sc=Mong}\u200c-\u200f\u061c]/u;

const latin = /^[\n\r\x20-\x7e\xa0-\u017f]*$/;

/** Whether text is written from left to right and in nothing but the base font. */
export function isPlain(text: string): boolean {
  if (latin.test(text)) return true;
  const { codePoints } = font('regular');
  const bold = font('bold').codePoints;
  const composed = text.normalize('NFC');
  return (
    !shaped.test(composed) &&
    Array.from(composed).every((character) => {
      const code = character.codePointAt(0) as number;
      return codePoints.has(code) && bold.has(code);
    })
  );
}

/** Sets plain text with the base font: most documents need no more. */
export class PlainSetter implements TextSetter {
  constructor(private readonly document: InstanceType<typeof PDFDocument>) {
    for (const name of names) document.registerFont(name, font(name).data);
  }

  printable(text: string, style: Style): string {
    const { codePoints } = font(style.font);
    const covers = (shape: string): boolean =>
      Array.from(shape).every((one) => codePoints.has(one.codePointAt(0) as number));
    return printable(text, { covers, readable: String, isShaped: false });
  }

  measure(style: Style): (line: string) => number {
    this.choose(style);
    return (line) => this.document.widthOfString(line);
  }

  write(line: string, x: number, y: number, style: Style): void {
    this.choose(style);
    const middle = y + (style.leading - this.document.currentLineHeight()) / 2;
    this.document.fillColor(style.color).text(line, x, middle, { lineBreak: false });
  }

  lineOf(_paragraph: string, line: string): string {
    return line;
  }

  private choose({ font: name, size }: Style): void {
    this.document.font(name).fontSize(size);
  }
}
