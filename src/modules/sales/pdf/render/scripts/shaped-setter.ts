import type PDFDocument from 'pdfkit';
import { font } from '../fonts';
import { printable } from '../printable';
import type { TextSetter } from '../text-setter';
import type { Style } from '../theme';
import { directionMarks, directionOf } from './bidi';
import { DrawnFace } from './drawn-face';
import type { Face } from './face';
import type { FontChain } from './font-chain';
import { itemsOf } from './items';
import { LineLayout, type Run, type TextOptions } from './line-layout';
import { transliterated } from './transliteration';

const LEFT_TO_RIGHT = '\u200e';
const RIGHT_TO_LEFT = '\u200f';

/** Any text does: what is written are the glyphs of the line. */
const SOME_TEXT = '-';

interface PlacedRun {
  readonly run: Run;
  /** Where it begins on the page. */
  readonly left: number;
}

/**
 * Where the runs of a line stand, in the order in which they are read: they are written in this order because
 * programs copy text in the order of writing.
 */
function placed(runs: readonly Run[], x: number, size: number): PlacedRun[] {
  let left = x;
  const found = runs.map((run) => {
    const one = { run, left };
    left += run.width * size;
    return one;
  });
  return found.sort((one, other) => one.run.start - other.run.start);
}

/** Sets text of all scripts: with the fonts that have them, shaped and ordered. */
export class ShapedSetter implements TextSetter {
  private readonly layout: LineLayout;
  private readonly drawn = new Map<Face, DrawnFace>();

  constructor(
    private readonly document: InstanceType<typeof PDFDocument>,
    private readonly chain: FontChain,
    private readonly options: TextOptions,
  ) {
    this.layout = new LineLayout(chain, options);
  }

  printable(text: string, style: Style): string {
    const covers = (shape: string) => itemsOf(shape, style.font, this.chain) !== undefined;
    return printable(text, { covers, readable: transliterated, isShaped: true });
  }

  measure({ font: name, size }: Style): (line: string) => number {
    return (line) => this.layout.line(line, name).width * size;
  }

  write(text: string, x: number, y: number, { font: name, size, leading, color }: Style): void {
    const { runs } = this.layout.line(text, name);
    if (runs.length === 0) return;
    // Whatever its fonts, a line stands where one in the base font would.
    const { ascent, descent } = font(name);
    const baseline = y + (leading - (ascent - descent) * size) / 2 + ascent * size;
    // The line as a whole, for those who have documents read to them.
    const alt = text.replace(directionMarks, '');
    this.document.fillColor(color).fontSize(size).markContent('Span', { alt });
    for (const { run, left } of placed(runs, x, size)) {
      const drawn = this.drawnFace(run.face);
      for (const layer of drawn.layersOf(run.glyphs, text, run.end)) {
        drawn.take(layer);
        this.document.font(run.face.name).text(SOME_TEXT, left, baseline, {
          lineBreak: false,
          baseline: 'alphabetic',
          // Where there are some, even none, pdfkit asks the font for the glyphs of a text as a whole.
          features: [],
        });
      }
    }
    this.document.endMarkedContent();
  }

  lineOf(paragraph: string, line: string): string {
    const { direction } = this.options;
    const own = directionOf(paragraph, direction);
    if (directionOf(line, direction) === own) return line;
    return `${own === 'rtl' ? RIGHT_TO_LEFT : LEFT_TO_RIGHT}${line}`;
  }

  private drawnFace(face: Face): DrawnFace {
    const known = this.drawn.get(face);
    if (known) return known;
    const made = new DrawnFace(face);
    this.drawn.set(face, made);
    // pdfkit takes a font that fontkit has opened, which its types don't say.
    this.document.registerFont(face.name, made.font as unknown as Buffer);
    return made;
  }
}
