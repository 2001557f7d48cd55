import type { FontName } from '../fonts';
import { HarfBuzzFont } from './harfbuzz';
import { subsetOf } from './subset';

const weights: Readonly<Record<FontName, number>> = { regular: 400, bold: 700 };

/** A font that text can be set in: what of a file a document needs, at one weight. */
export class Face {
  private opened?: { readonly bytes: Uint8Array; readonly shaper: HarfBuzzFont };

  /** @param name by which the document knows it @param path of the file @param make what is needed of the font */
  constructor(
    readonly name: string,
    readonly path: string,
    private readonly make: () => Uint8Array,
  ) {}

  /** TrueType or OpenType. */
  get bytes(): Uint8Array {
    return this.open().bytes;
  }

  get shaper(): HarfBuzzFont {
    return this.open().shaper;
  }

  close(): void {
    this.opened?.shaper.close();
    delete this.opened;
  }

  private open() {
    if (this.opened) return this.opened;
    const bytes = this.make();
    return (this.opened = { bytes, shaper: new HarfBuzzFont(bytes) });
  }
}

/** A font file that some of a document's characters are taken from, and its faces. */
export class Source {
  private readonly faces = new Map<FontName, Face>();
  private readonly whole: HarfBuzzFont;

  /** @param name by which the document knows it @param wanted characters that its text is made of */
  constructor(
    private readonly name: string,
    private readonly path: string,
    private readonly font: Uint8Array,
    private readonly wanted: ReadonlySet<number>,
  ) {
    this.whole = new HarfBuzzFont(font);
  }

  has(codePoint: number): boolean {
    return this.whole.has(codePoint);
  }

  face(name: FontName): Face {
    const known = this.faces.get(name);
    if (known) return known;
    const { wanted, font } = this;
    const make = () => subsetOf(font, wanted, weights[name]);
    const face = new Face(`${this.name}-${name}`, this.path, make);
    this.faces.set(name, face);
    return face;
  }

  close(): void {
    this.whole.close();
    for (const face of this.faces.values()) face.close();
  }
}
