import { create, type Font } from 'fontkit';
import type { Face } from './face';
import type { Glyph } from './harfbuzz';

interface LaidOutGlyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

interface LaidOutPosition {
  readonly xAdvance: number;
  readonly yAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** What pdfkit asks a font for when it writes text; lengths are units of the font. */
interface LaidOut {
  readonly glyphs: readonly LaidOutGlyph[];
  readonly positions: readonly LaidOutPosition[];
  readonly advanceWidth: number;
}

/** Glyphs that are written at once, and what each stands for. */
type Layer = readonly (Glyph & { readonly text: string })[];

/** Numbers of glyphs are below it; those of a glyph that stands for another text as well are above. */
const GLYPHS = 0x10000;

/** What pdfkit asks of the part of a font that it embeds. */
interface Subset {
  readonly glyphs: number[];
  includeGlyph: (glyph: number) => number;
}

/** fontkit reads the header of every glyph, also of one without a shape behind which the file ends. */
const HEADER_BYTES = 16;

/** A face as pdfkit draws and embeds it: it is told the glyphs, in place of shaping text itself. */
export class DrawnFace {
  /** For `registerFont`. */
  readonly font: Font;
  private readonly numbers = new Map<string, number>();
  private readonly counts = new Map<number, number>();
  private next: LaidOut = { glyphs: [], positions: [], advanceWidth: 0 };

  constructor(private readonly face: Face) {
    const opened = create(Buffer.concat([face.bytes, Buffer.alloc(HEADER_BYTES)])) as Font;
    this.font = Object.create(opened, {
      // pdfkit takes two fonts of one name for one.
      postscriptName: { value: `${opened.postscriptName}-${face.name}` },
      createSubset: { value: () => subsetOf(opened) },
      // pdfkit scales the positions that it is given.
      layout: {
        value: () => ({ ...this.next, positions: this.next.positions.map((one) => ({ ...one })) }),
      },
    }) as Font;
  }

  /**
   * What is written for some glyphs, one layer over the other: those that stand for characters, and then the dots
   * and marks that only belong to one of them, which would stand between the letters of a word.
   * @param text the line @param end where the characters of the glyphs end in it
   */
  layersOf(glyphs: readonly Glyph[], text: string, end: number): Layer[] {
    const texts = textsOf(glyphs, text, end);
    const isPart = (glyph: Glyph): boolean => !texts.has(glyph) && glyph.xAdvance === 0;
    const letters = glyphs.filter((glyph) => !isPart(glyph));
    let pen = 0;
    const parts = glyphs.flatMap((glyph) => {
      const xOffset = pen + glyph.xOffset;
      pen += glyph.xAdvance;
      return isPart(glyph) ? [{ ...glyph, xOffset }] : [];
    });
    const layer = (of: readonly Glyph[]) =>
      of.map((glyph) => ({ ...glyph, text: texts.get(glyph) ?? '' }));
    return parts.length === 0 ? [layer(letters)] : [layer(letters), layer(parts)];
  }

  /** Says what the next text that is written in this font consists of. */
  take(layer: Layer): void {
    this.next = {
      glyphs: layer.map(({ id, text }) => ({
        id: this.numberOf(id, text),
        advanceWidth: this.face.shaper.widthOf(id),
        codePoints: Array.from(text, (one) => one.codePointAt(0) as number),
      })),
      positions: layer.map(({ xAdvance, xOffset, yOffset }) => ({
        xAdvance,
        yAdvance: 0,
        xOffset,
        yOffset,
      })),
      advanceWidth: layer.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    };
  }

  /** A glyph that stands for several texts has a number for each, so that the file can say which it is. */
  private numberOf(glyph: number, text: string): number {
    const key = `${glyph} ${text}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const count = this.counts.get(glyph) ?? 0;
    this.counts.set(glyph, count + 1);
    this.numbers.set(key, glyph + GLYPHS * count);
    return glyph + GLYPHS * count;
  }
}

/** A subset in which a glyph stands once for each of its numbers. */
function subsetOf(font: Font): Subset {
  const subset = font.createSubset() as unknown as Subset;
  const include = subset.includeGlyph.bind(subset);
  const places = new Map<number, number>();
  subset.includeGlyph = (number) => {
    if (number < GLYPHS) return include(number);
    const place = places.get(number) ?? subset.glyphs.push(number % GLYPHS) - 1;
    places.set(number, place);
    return place;
  };
  return subset;
}

/** The characters of each cluster of glyphs, which its widest glyph stands for; the others stand for none. */
function textsOf(glyphs: readonly Glyph[], text: string, end: number): ReadonlyMap<Glyph, string> {
  const widest = new Map<number, Glyph>();
  for (const glyph of glyphs) {
    const known = widest.get(glyph.cluster);
    if (!known || glyph.xAdvance > known.xAdvance) widest.set(glyph.cluster, glyph);
  }
  const starts = [...widest.keys()].sort((one, other) => one - other);
  return new Map(
    starts.map((start, at) => [
      widest.get(start) as Glyph,
      text.slice(start, starts[at + 1] ?? end),
    ]),
  );
}
