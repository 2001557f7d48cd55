import { font, type FontName } from '../fonts';
import { Face, Source } from './face';
import { codePointsIn, shapingSetOf } from './characters';
import { fontInFile } from './font-files';
import { type Family, familiesFor, filesOf, type FontFile } from './shipped-families';

/** Fonts that the store brings: paths, by the weight that they are for. */
export type OwnFonts = Readonly<Record<FontName, readonly string[]>>;

export const noFonts: OwnFonts = { regular: [], bold: [] };

/** Whether there is one. */
export function hasAny({ regular, bold }: OwnFonts): boolean {
  return regular.length + bold.length > 0;
}

/** What decides which fonts a document is set in. */
export interface ChainOptions {
  /** ISO 639-1. */
  readonly language: string;
  readonly ownFonts: OwnFonts;
}

const names: readonly FontName[] = ['regular', 'bold'];

/**
 * The fonts of one document, and which character is taken from which: the store's own ones come first, then the
 * one of the character's script, then the shipped base font, then whatever else has it.
 */
export class FontChain {
  private readonly sources = new Map<string, Source>();
  private readonly base: Readonly<Record<FontName, Face>>;
  private readonly chosen: Record<FontName, Map<number, Source>> = {
    regular: new Map(),
    bold: new Map(),
  };
  private readonly wanted: ReadonlySet<number>;
  private readonly codePoints: ReadonlySet<number>;
  private readonly families: readonly Family[];

  private constructor(
    texts: readonly string[],
    private readonly options: ChainOptions,
  ) {
    const composed = texts.map((text) => text.normalize('NFC'));
    this.codePoints = codePointsIn(composed);
    this.wanted = shapingSetOf(this.codePoints);
    this.families = familiesFor(options.language, composed.join(''));
    const baseFace = (name: FontName) => new Face(name, font(name).path, () => font(name).data);
    this.base = { regular: baseFace('regular'), bold: baseFace('bold') };
  }

  /** Opens what the texts need. It has to be closed. */
  static async of(texts: readonly string[], options: ChainOptions): Promise<FontChain> {
    const chain = new FontChain(texts, options);
    try {
      for (const name of names) await chain.chooseAll(name);
    } catch (error) {
      chain.close();
      throw error;
    }
    return chain;
  }

  /** The font that has all of some characters; undefined where none has. */
  faceFor(codePoints: readonly number[], name: FontName): Face | undefined {
    const source = this.chosen[name].get(codePoints[0] as number);
    if (source && codePoints.every((one) => source.has(one))) return source.face(name);
    const known = font(name).codePoints;
    return !source && codePoints.every((one) => known.has(one)) ? this.base[name] : undefined;
  }

  close(): void {
    for (const source of this.sources.values()) source.close();
    for (const name of names) this.base[name].close();
  }

  private async chooseAll(name: FontName): Promise<void> {
    for (const codePoint of this.codePoints) {
      const source = await this.choose(codePoint, name);
      if (source) this.chosen[name].set(codePoint, source);
    }
  }

  /** @returns undefined for the base font, also where no font has the character */
  private async choose(codePoint: number, name: FontName): Promise<Source | undefined> {
    const { ownFonts } = this.options;
    const others = name === 'regular' ? ownFonts.bold : ownFonts.regular;
    for (const path of [...ownFonts[name], ...others]) {
      const source = await this.source(path);
      if (source.has(codePoint)) return source;
    }
    const isIn = ({ script }: Family) => script.test(String.fromCodePoint(codePoint));
    const own = await this.fromFamilies(this.families.filter(isIn), codePoint);
    if (own || font(name).codePoints.has(codePoint)) return own;
    return this.fromFamilies(this.families, codePoint);
  }

  private async fromFamilies(
    families: readonly Family[],
    codePoint: number,
  ): Promise<Source | undefined> {
    for (const file of families.flatMap(filesOf)) {
      if (!isAmong(file, codePoint)) continue;
      const source = await this.source(file.path);
      if (source.has(codePoint)) return source;
    }
    return undefined;
  }

  private async source(path: string): Promise<Source> {
    const known = this.sources.get(path);
    if (known) return known;
    const made = new Source(`S${this.sources.size}`, path, await fontInFile(path), this.wanted);
    this.sources.set(path, made);
    return made;
  }
}

function isAmong({ ranges }: FontFile, codePoint: number): boolean {
  return ranges.some(([first, last]) => first <= codePoint && codePoint <= last);
}
