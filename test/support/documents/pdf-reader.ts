import { inflateSync } from 'node:zlib';

/** A piece of text at its place on a page; lengths are points, from the upper left corner. */
export interface PdfText {
  readonly text: string;
  readonly font: string;
  readonly size: number;
  readonly left: number;
  readonly right: number;
  /** Where its letters stand. */
  readonly baseline: number;
}

/** Where a picture is drawn, in points from the left edge of the page. */
export interface PdfPicture {
  readonly left: number;
  readonly right: number;
}

/** The contents of a PDF, read from its bytes alone. */
export interface ReadPdf {
  readonly pages: readonly (readonly PdfText[])[];
  readonly information: Readonly<Record<string, string>>;
  readonly language: string;
  /** The two identifiers of the trailer. */
  readonly ids: readonly string[];
  /** Names of the embedded fonts, with the tags of their subsets. */
  readonly fonts: readonly string[];
  /** How many pictures it holds. */
  readonly images: number;
  readonly pictures: readonly PdfPicture[];
  /** Whether its parts are tagged for programs that read aloud. */
  readonly isTagged: boolean;
  /** The parts that make it a PDF/A; undefined for other PDFs. */
  readonly archive: ArchivedParts | undefined;
}

/** The parts that a PDF/A has in addition to its pages. Fonts are embedded in any PDF here. */
export interface ArchivedParts {
  /** The version of PDF, from the beginning of the file. */
  readonly version: string;
  /** XMP. */
  readonly metadata: string;
  readonly outputIntents: readonly {
    readonly kind: string;
    readonly condition: string;
    /** ICC. */
    readonly profile: Buffer;
    readonly components: number;
  }[];
  readonly files: readonly {
    readonly name: string;
    readonly relationship: string;
    readonly mediaType: string;
    readonly content: Buffer;
  }[];
}

class Reference {
  constructor(readonly id: number) {}
}
class Name {
  constructor(readonly name: string) {}
}
class Operator {
  constructor(readonly name: string) {}
}
type Dictionary = Map<string, Value>;
type Value = number | Buffer | Name | Operator | Reference | Dictionary | Value[];

interface Indirect {
  readonly value: Value;
  readonly stream?: Buffer;
}

/**
 * Reads the PDFs that the service makes (with a plain cross-reference table). The text of every page comes from the
 * ToUnicode maps of its fonts, placed by their widths. It throws where the file contradicts itself.
 */
export function readPdf(bytes: Buffer): ReadPdf {
  return new Reader(bytes).read();
}

/** Points: what is nearer to each other is on one line, or in one text. */
const SAME_LINE = 3;
const SAME_TEXT = 1;

/** The lines of a page from top to bottom; texts on one level are joined, from left to right. */
export function toTextLines(page: readonly PdfText[]): string[] {
  const levels: PdfText[][] = [];
  for (const text of [...page].sort((one, other) => one.baseline - other.baseline)) {
    const level = levels.at(-1);
    if (level?.[0] && text.baseline - level[0].baseline < SAME_LINE) level.push(text);
    else levels.push([text]);
  }
  return levels.map((level) => {
    const texts: PdfText[][] = [];
    for (const piece of [...level].sort((one, other) => one.left - other.left)) {
      const before = texts.at(-1);
      if (before && piece.left - Math.max(...before.map(({ right }) => right)) < SAME_TEXT) {
        before.push(piece);
      } else texts.push([piece]);
    }
    return texts.map((pieces) => toReadingOrder(pieces).trim()).join(' | ');
  });
}

const RIGHT_TO_LEFT = /[\p{sc=Arab}\p{sc=Hebr}]/u;

/** Pieces from left to right in the order in which they are read. */
function toReadingOrder(pieces: readonly PdfText[]): string {
  const texts = pieces.map(({ text }) => text);
  const strong = texts.filter((text) => /\p{L}/u.test(text));
  if (!RIGHT_TO_LEFT.test(strong.at(-1) ?? '')) return texts.join('');
  const read: string[] = [];
  let leftToRight: string[] = [];
  for (const text of [...texts].reverse()) {
    if (/[\p{L}\p{N}]/u.test(text) && !RIGHT_TO_LEFT.test(text)) leftToRight.unshift(text);
    else {
      read.push(...leftToRight, text);
      leftToRight = [];
    }
  }
  return [...read, ...leftToRight].join('');
}

class Reader {
  private readonly offsets = new Map<number, number>();
  private readonly fontsById = new Map<number, Font>();

  constructor(private readonly bytes: Buffer) {}

  read(): ReadPdf {
    const trailer = this.readTrailer();
    const catalog = this.dictionary(trailer.get('Root'));
    const pages = this.pagesBelow(catalog.get('Pages'));
    const info = this.dictionary(trailer.get('Info'));
    const read = pages.map((page) => this.readPage(page));
    return {
      pages: read.map(({ texts }) => texts),
      pictures: read.flatMap(({ pictures }) => pictures),
      information: Object.fromEntries(
        [...info].map(([key, value]) => [key, textOf(this.resolve(value).value as Buffer)]),
      ),
      language: textOf(catalog.get('Lang') as Buffer),
      ids: (trailer.get('ID') as Buffer[]).map((id) => id.toString('hex')),
      fonts: [...this.fontsById.values()].map(({ name }) => name),
      images: [...this.offsets.keys()].filter((id) => this.isImage(id)).length,
      isTagged: catalog.has('StructTreeRoot') && catalog.has('MarkInfo'),
      archive: catalog.has('OutputIntents') ? this.archive(catalog, trailer) : undefined,
    };
  }

  private pagesBelow(node: Value | undefined): Dictionary[] {
    const found = this.dictionary(node);
    const children = found.get('Kids') as Value[] | undefined;
    return children ? children.flatMap((child) => this.pagesBelow(child)) : [found];
  }

  private archive(catalog: Dictionary, trailer: Dictionary): ArchivedParts {
    if (trailer.has('Encrypt')) throw new Error('A PDF/A must not be encrypted');
    const intents = this.resolve(catalog.get('OutputIntents')).value as Value[];
    // A file counts when it stands among the names, and among what is associated with the document.
    const names = this.dictionary(this.dictionary(catalog.get('Names')).get('EmbeddedFiles'));
    const named = (this.resolve(names.get('Names')).value as Value[]).filter(
      (one) => one instanceof Reference,
    );
    const associated = (this.resolve(catalog.get('AF')).value as Reference[]).map(({ id }) => id);
    return {
      version: /^%PDF-([\d.]+)/.exec(this.bytes.toString('latin1', 0, 16))?.[1] ?? '',
      metadata: this.stream(catalog.get('Metadata')).toString(),
      outputIntents: intents.map((one) => {
        const intent = this.dictionary(one);
        const profile = intent.get('DestOutputProfile');
        return {
          kind: (intent.get('S') as Name).name,
          condition: textOf(intent.get('OutputConditionIdentifier') as Buffer),
          profile: this.stream(profile),
          components: this.dictionary(profile).get('N') as number,
        };
      }),
      files: named
        .filter(({ id }) => associated.includes(id))
        .map((one) => {
          const specification = this.dictionary(one);
          const embedded = this.dictionary(specification.get('EF')).get('F');
          return {
            name: textOf(specification.get('UF') as Buffer),
            relationship: (specification.get('AFRelationship') as Name).name,
            mediaType: (this.dictionary(embedded).get('Subtype') as Name).name,
            content: this.stream(embedded),
          };
        }),
    };
  }

  private stream(value: Value | undefined): Buffer {
    const { stream } = this.resolve(value);
    if (!stream) throw new Error('There is no stream');
    return stream;
  }

  private readTrailer(): Dictionary {
    const text = this.bytes.toString('latin1');
    const start = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(text)?.[1]);
    if (text.slice(start, start + 5) !== 'xref\n') {
      throw new Error('There is no cross-reference table where the file says');
    }
    let end = start + 5;
    for (;;) {
      const section = /^(\d+) (\d+)\n/.exec(text.slice(end, end + 30));
      if (!section) break;
      const [head, first, count] = [section[0], Number(section[1]), Number(section[2])];
      end += head.length;
      for (let entry = 0; entry < count; entry += 1) {
        const at = end + 20 * entry;
        if (text[at + 17] === 'n') this.offsets.set(first + entry, Number(text.slice(at, at + 10)));
      }
      end += 20 * count;
    }
    end += text.slice(end).search(/\S/);
    if (text.slice(end, end + 7) !== 'trailer') throw new Error('The table has another length');
    return new Tokens(this.bytes, end + 7).value() as Dictionary;
  }

  private isImage(id: number): boolean {
    const { value } = this.resolve(new Reference(id));
    return value instanceof Map && (value.get('Subtype') as Name | undefined)?.name === 'Image';
  }

  private resolve(value: Value | undefined): Indirect {
    if (!(value instanceof Reference)) return { value: value as Value };
    const at = this.offsets.get(value.id);
    const head = `${value.id} 0 obj`;
    if (at === undefined || this.bytes.toString('latin1', at, at + head.length) !== head) {
      throw new Error(`There is no object ${value.id} where the table says`);
    }
    const tokens = new Tokens(this.bytes, at + head.length);
    const found = tokens.value();
    if (!(found instanceof Map) || !tokens.skip('stream\n')) return { value: found };
    const raw = tokens.take(found.get('Length') as number);
    const isFlate = (found.get('Filter') as Name | undefined)?.name === 'FlateDecode';
    return { value: found, stream: isFlate ? inflateSync(raw) : raw };
  }

  private dictionary(value: Value | undefined): Dictionary {
    const found = this.resolve(value).value;
    if (!(found instanceof Map)) throw new Error('There is no dictionary');
    return found;
  }

  private readPage(page: Dictionary): PageReader {
    const height = (page.get('MediaBox') as number[])[3] as number;
    const resources = this.dictionary(page.get('Resources'));
    const fonts = resources.has('Font') ? this.dictionary(resources.get('Font')) : new Map();
    const { stream = Buffer.alloc(0) } = this.resolve(page.get('Contents'));
    const reader = new PageReader(height, (name) => this.font(fonts.get(name) as Reference));
    reader.read(stream);
    return reader;
  }

  private font(reference: Reference): Font {
    const known = this.fontsById.get(reference.id);
    if (known) return known;
    const font = this.dictionary(reference);
    const descendant = this.dictionary((font.get('DescendantFonts') as Value[])[0]);
    const descriptor = this.dictionary(descendant.get('FontDescriptor'));
    const file = descriptor.get('FontFile2') ?? descriptor.get('FontFile3');
    const embedded = this.resolve(file).stream;
    if (!embedded || embedded.length === 0) throw new Error('A font is not embedded');
    const { stream = Buffer.alloc(0) } = this.resolve(font.get('ToUnicode'));
    const made: Font = {
      name: (font.get('BaseFont') as Name).name,
      width: (descendant.get('DW') as number | undefined) ?? 1000,
      widths: widthsOf(this.resolve(descendant.get('W')).value as Value[]),
      texts: unicodeMap(stream.toString('latin1')),
    };
    this.fontsById.set(reference.id, made);
    return made;
  }
}

interface Font {
  readonly name: string;
  /** The width of glyphs that are not listed, in thousandths of the size. */
  readonly width: number;
  /** Thousandths of the size, by glyph. */
  readonly widths: ReadonlyMap<number, number>;
  readonly texts: ReadonlyMap<number, string>;
}

/** `glyph [width width ...]` and `first last width`, as often as needed. */
function widthsOf(entries: readonly Value[]): Map<number, number> {
  const widths = new Map<number, number>();
  for (let at = 0; at < entries.length;) {
    const [first, next, width] = entries.slice(at) as [number, number | number[], number];
    if (Array.isArray(next)) {
      next.forEach((one, index) => widths.set(first + index, one));
      at += 2;
    } else {
      for (let glyph = first; glyph <= next; glyph += 1) widths.set(glyph, width);
      at += 3;
    }
  }
  return widths;
}

/** A ToUnicode CMap: lines of `<glyph> <text>`, or `<first> <last> <text of the first>`. */
function unicodeMap(cmap: string): Map<number, string> {
  const texts = new Map<number, string>();
  const sections = cmap.matchAll(/begin(bfchar|bfrange)([^]*?)end\1/g);
  for (const [, kind, lines = ''] of sections) {
    const values = [...lines.matchAll(/<([0-9a-fA-F]+)>/g)].map(([, hex = '']) => hex);
    const step = kind === 'bfchar' ? 2 : 3;
    for (let at = 0; at < values.length; at += step) {
      const [first = '', last = first] = values.slice(at, at + step - 1);
      const text = Buffer.from(values[at + step - 1] ?? '', 'hex')
        .swap16()
        .toString('utf16le');
      for (let glyph = parseInt(first, 16); glyph <= parseInt(last, 16); glyph += 1) {
        const offset = glyph - parseInt(first, 16);
        const code = (text.codePointAt(0) ?? 0) + offset;
        texts.set(glyph, offset === 0 ? text : String.fromCodePoint(code));
      }
    }
  }
  return texts;
}

type Matrix = readonly [number, number, number, number, number, number];

/** Carries out the operators that place texts and pictures. */
class PageReader {
  readonly texts: PdfText[] = [];
  readonly pictures: PdfPicture[] = [];
  private matrix: Matrix = [1, 0, 0, 1, 0, 0];
  private readonly saved: Matrix[] = [];
  private readonly marked: { first: number; says: Value | undefined; isReversed: boolean }[] = [];
  private textMatrix: Matrix = [1, 0, 0, 1, 0, 0];
  private font: Font | undefined;
  private size = 0;

  constructor(
    private readonly height: number,
    private readonly fontOf: (name: string) => Font,
  ) {}

  read(content: Buffer): void {
    const tokens = new Tokens(content, 0);
    let operands: Value[] = [];
    while (!tokens.isAtEnd()) {
      const value = tokens.value();
      if (value instanceof Operator) {
        this.apply(value.name, operands);
        operands = [];
      } else operands.push(value);
    }
  }

  private apply(operator: string, operands: readonly Value[]): void {
    const numbers = operands as number[];
    if (operator === 'q') this.saved.push(this.matrix);
    if (operator === 'Q') this.matrix = this.saved.pop() ?? this.matrix;
    if (operator === 'cm')
      this.matrix = multiplyMatrices(numbers as unknown as Matrix, this.matrix);
    if (operator === 'BT') this.textMatrix = [1, 0, 0, 1, 0, 0];
    if (operator === 'Tm') this.textMatrix = numbers as unknown as Matrix;
    if (operator === 'Tf') {
      this.font = this.fontOf((operands[0] as Name).name);
      this.size = numbers[1] as number;
    }
    if (operator === 'Do') {
      const [width, , , , left] = this.matrix;
      this.pictures.push({ left, right: left + width });
    }
    if (operator === 'TJ') this.show(operands[0] as Value[]);
    if (operator === 'Tj') this.show(operands);
    if (operator === 'BDC' || operator === 'BMC') {
      const isReversed = operator === 'BMC' && (operands[0] as Name).name === 'ReversedChars';
      this.marked.push({ first: this.texts.length, says: operands[1], isReversed });
    }
    if (operator === 'EMC') this.endMarked();
  }

  /** Letters that are marked with their text are one piece. */
  private endMarked(): void {
    const { first = 0, says } = this.marked.pop() ?? {};
    const actual = says instanceof Map ? says.get('ActualText') : undefined;
    if (!Buffer.isBuffer(actual)) return;
    const parts = this.texts.splice(first);
    const [one] = parts;
    if (!one) throw new Error('Nothing is written for a text');
    const left = Math.min(...parts.map((part) => part.left));
    const right = Math.max(...parts.map((part) => part.right));
    this.texts.push({ ...one, text: textOf(actual), left, right });
  }

  private show(parts: readonly Value[]): void {
    const { font, size } = this;
    if (!font) throw new Error('Text without a font');
    const isReversed = this.marked.some((one) => one.isReversed);
    let text = '';
    let width = 0;
    for (const part of parts) {
      if (typeof part === 'number') width -= part;
      else if (Buffer.isBuffer(part)) {
        for (let at = 0; at < part.length; at += 2) {
          const glyph = part.readUInt16BE(at);
          const letters = font.texts.get(glyph) ?? '';
          text = isReversed ? letters + text : text + letters;
          width += font.widths.get(glyph) ?? font.width;
        }
      }
    }
    const [a, b, c, d, e, f] = multiplyMatrices(this.textMatrix, this.matrix);
    const advance = (width * size) / 1000;
    const baseline = this.height - f;
    this.texts.push({
      text,
      font: font.name,
      size: size * d,
      left: e,
      right: e + a * advance,
      baseline,
    });
    const [A, B, C, D, E, F] = this.textMatrix;
    this.textMatrix = [A, B, C, D, E + A * advance, F + B * advance];
    if (b !== 0 || c !== 0) throw new Error('Text is turned');
  }
}

function multiplyMatrices(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one;
  const [A, B, C, D, E, F] = other;
  return [
    ...[a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D],
    ...[e * A + f * C + E, e * B + f * D + F],
  ] as unknown as Matrix;
}

/** Text of a document information entry: UTF-16 with its mark, else one byte a character. */
function textOf(bytes: Buffer): string {
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return bytes.toString('latin1');
  return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le');
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const white = '\0\t\n\f\r ';
const delimiters = `${white}()<>[]{}/%`;

/** The values of PDF syntax, one after the other. */
class Tokens {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  isAtEnd(): boolean {
    this.skipWhite();
    return this.at >= this.bytes.length;
  }

  skip(text: string): boolean {
    this.skipWhite();
    const isNext = this.ahead(text.length) === text;
    if (isNext) this.at += text.length;
    return isNext;
  }

  take(length: number): Buffer {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  value(): Value {
    this.skipWhite();
    if (this.skip('<<')) return this.dictionary();
    const sign = this.ahead(1);
    if (sign === '[') return this.array();
    if (sign === '(') return this.string();
    if (sign === '<') return this.hexadecimal();
    if (sign === '/') {
      this.at += 1;
      return new Name(this.word());
    }
    return this.numberOrOperator();
  }

  private ahead(length: number): string {
    return this.bytes.toString('latin1', this.at, this.at + length);
  }

  private skipWhite(): void {
    while (this.at < this.bytes.length && white.includes(this.ahead(1))) this.at += 1;
  }

  private word(): string {
    const start = this.at;
    while (this.at < this.bytes.length && !delimiters.includes(this.ahead(1))) this.at += 1;
    if (this.at === start) throw new Error(`Nothing can be read at ${start}`);
    return this.bytes.toString('latin1', start, this.at);
  }

  private dictionary(): Dictionary {
    const entries: Dictionary = new Map();
    while (!this.skip('>>')) {
      const key = this.value();
      if (!(key instanceof Name)) throw new Error('A key is no name');
      entries.set(key.name, this.value());
    }
    return entries;
  }

  private array(): Value[] {
    this.at += 1;
    const values: Value[] = [];
    while (!this.skip(']')) values.push(this.value());
    return values;
  }

  private string(): Buffer {
    this.at += 1;
    let text = '';
    for (let depth = 0; ;) {
      const sign = this.ahead(1);
      this.at += 1;
      if (sign === ')' && depth-- === 0) return Buffer.from(text, 'latin1');
      if (sign === '') throw new Error('A string does not end');
      if (sign === '(') depth += 1;
      text += sign === '\\' ? this.escaped() : sign;
    }
  }

  private escaped(): string {
    const octal = /^[0-7]{1,3}/.exec(this.ahead(3))?.[0];
    const sign = octal ?? this.ahead(1);
    this.at += sign.length;
    return octal === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(parseInt(octal, 8));
  }

  private hexadecimal(): Buffer {
    const end = this.bytes.indexOf('>', this.at);
    const digits = this.bytes.toString('latin1', this.at + 1, end);
    this.at = end + 1;
    return Buffer.from(digits, 'hex');
  }

  private numberOrOperator(): Value {
    const word = this.word();
    if (!/^[-+.\d]/.test(word)) return new Operator(word);
    const reference = /^ 0 R(?![A-Za-z])/.exec(this.ahead(6));
    if (reference && /^\d+$/.test(word)) {
      this.at += 4;
      return new Reference(Number(word));
    }
    return Number(word);
  }
}
