import type {
  LabelledText,
  PdfColumn,
  PdfModel,
  PdfRow,
  PdfTable,
  TextBlock,
  TotalLine,
} from '../pdf-model';
import { splitGraphemes } from './graphemes';

/**
 * Content of `/data/document.json`, which templates read (see docs/document-data.schema.json). Texts are printable.
 * U+200B marks the positions where a long word may be broken.
 */
export interface TemplateData extends Omit<
  PdfModel,
  'changedAt' | 'confirmationUrl' | 'isRightToLeft' | 'logo' | 'rows' | 'taxes' | 'totals'
> {
  readonly direction: 'ltr' | 'rtl';
  /** Names of the font families, in the order of their precedence. */
  readonly fonts: readonly string[];
  /** Whether a text contains U+200B, and each text at most 400. */
  readonly hasLongWords: boolean;
  /** Path of the logo. */
  readonly logo?: string;
  /** The QR code that confirms the document, and what the law wants next to it. */
  readonly confirmation?: {
    /** Path of the code. */
    readonly code: string;
    readonly url: string;
    readonly heading: string;
    readonly statement: string;
  };
  readonly rows: TableData;
  readonly totals: readonly Required<TotalLine>[];
  readonly taxes?: TableData;
}

interface TableData {
  readonly columns: readonly (PdfColumn & {
    /** The longest texts, one of which is the widest. Measuring all texts would take too long. */
    readonly longest: readonly string[];
  })[];
  readonly rows: readonly Required<PdfRow>[];
  /** Whether a row may be so high that page breaks within rows are allowed. */
  readonly hasLongRows: boolean;
}

/** Fonts and conversion of texts. */
export interface TextOptions {
  readonly fonts: readonly string[];
  /** Converts a text so that the fonts can render it. */
  readonly toPrintable: (text: string) => string;
  readonly logo?: string;
  /** Path of the QR code. */
  readonly code?: string;
}

/** The texts next to the QR code, in Spanish whatever the document's language is (Orden HAC/1177/2024, article 20). */
const confirmationTexts = {
  heading: 'QR tributario:',
  statement: 'Factura verificable en la sede electrónica de la AEAT (VERI*FACTU)',
} as const;

/** Approximate number of characters in a line, by kind of column; `main` also for blocks. */
const MAX_WORD_CHARACTERS = { text: 12, number: 24, main: 22 } as const;
const MEASURED_TEXTS = 4;
/** Maximum number of break positions in one word. */
const MAX_BREAKS = 100;
/** Maximum number of break positions in a text that a template replaces; Typst fails at about 500. */
const MAX_REPLACED_BREAKS = 400;
/** Zero width space. */
const BREAK = '\u200b';
/** A row with more notes, or with a longer text, may be split across pages. */
const MAX_NOTES_TOGETHER = 12;
const MAX_LENGTH_TOGETHER = 500;

/** Converts the model of a document to the data of its template. */
export function toTemplateData(
  model: PdfModel,
  { fonts, toPrintable, logo, code }: TextOptions,
): TemplateData {
  const direction: TemplateData['direction'] = model.isRightToLeft === true ? 'rtl' : 'ltr';
  let mostBreaks = 0;
  const text = (value: string, maxWordLength: number = MAX_WORD_CHARACTERS.main): string => {
    const breakable = withBreaks(toPrintable(value), maxWordLength);
    mostBreaks = Math.max(mostBreaks, breakable.split(BREAK).length - 1);
    return withDirection(breakable, direction);
  };
  const texts = (values: readonly string[]): string[] => values.map((value) => text(value));
  const pair = (one: LabelledText): LabelledText => ({
    label: text(one.label),
    text: text(one.text),
  });
  const block = ({ heading, lines }: TextBlock): TextBlock => ({
    heading: text(heading),
    lines: texts(lines),
  });
  const { signature } = model;
  const data: Omit<TemplateData, 'hasLongWords'> = {
    kind: model.kind,
    language: model.language,
    direction,
    fonts,
    title: toPrintable(model.title),
    number: toPrintable(model.number),
    author: toPrintable(model.author),
    subject: toPrintable(model.subject),
    ...(logo === undefined ? {} : { logo }),
    ...(code === undefined || model.confirmationUrl === undefined
      ? {}
      : { confirmation: { code, url: model.confirmationUrl, ...confirmationTexts } }),
    seller: texts(model.seller),
    facts: model.facts.map(pair),
    parties: model.parties.map(block),
    rows: toTableData(model.rows, text),
    totals: model.totals.map((one) => ({ ...pair(one), isFinal: one.isFinal === true })),
    ...(model.taxes ? { taxes: toTableData(model.taxes, text) } : {}),
    notes: model.notes.map(block),
    remarks: model.remarks.map(block),
    ...(signature
      ? { signature: { statement: text(signature.statement), caption: text(signature.caption) } }
      : {}),
    footer: text(model.footer, Infinity),
  };
  return { ...data, hasLongWords: mostBreaks > 0 && mostBreaks <= MAX_REPLACED_BREAKS };
}

/** @param text makes a text one that can be set, with breaks in words of more letters */
function toTableData(
  { columns, rows }: PdfTable,
  text: (value: string, longest?: number) => string,
): TableData {
  const shown = rows.map(({ cells, notes, isNested = false }) => ({
    cells: cells.map((cell, at) => text(cell, MAX_WORD_CHARACTERS[columns[at]?.kind ?? 'main'])),
    notes: notes.map((note) => text(note)),
    isNested,
  }));
  return {
    columns: columns.map(({ label, kind }, at) => ({
      label: text(label, MAX_WORD_CHARACTERS[kind]),
      kind,
      longest: kind === 'main' ? [] : findLongest(shown.map(({ cells }) => cells[at] ?? '')),
    })),
    rows: shown,
    hasLongRows: shown.some(
      ({ cells, notes }) =>
        notes.length > MAX_NOTES_TOGETHER ||
        [...cells, ...notes].some(({ length }) => length > MAX_LENGTH_TOGETHER),
    ),
  };
}

/** Scripts without spaces, which Typst breaks between words or characters. */
const UNSPACED = String.raw`\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`;
const dividers = /(?<=[-/_.,;:@])/;

/** Allows breaks in longer words: after dividing signs, else anywhere. */
function withBreaks(text: string, maxWordLength: number): string {
  if (text.length <= maxWordLength) return text;
  const words = new RegExp(`[^\\s${UNSPACED}]{${maxWordLength + 1},}`, 'gu');
  return text.replace(words, (word) =>
    word
      .split(dividers)
      .map((part) => (part.length > maxWordLength ? splitWord(part).join(BREAK) : part))
      .join(BREAK),
  );
}

/** Splits a word into grapheme clusters, or into groups of them: Typst only handles a limited number of breaks. */
function splitWord(word: string): string[] {
  const characters = [...splitGraphemes(word)];
  const size = Math.ceil(characters.length / MAX_BREAKS);
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, at) =>
    characters.slice(at * size, (at + 1) * size).join(''),
  );
}

const RIGHT_TO_LEFT = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;
/** Unicode characters that isolate a text of the other direction. */
const ISOLATES = { ltr: '\u2066', rtl: '\u2067', end: '\u2069' } as const;

/** Isolates a text whose first letter has the other direction. */
function withDirection(text: string, direction: 'ltr' | 'rtl'): string {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (letter === undefined) return text;
  const own = RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
  if (own === direction) return text;
  return text
    .split('\n')
    .map((line) => `${ISOLATES[own]}${line}${ISOLATES.end}`)
    .join('\n');
}

function findLongest(texts: readonly string[]): string[] {
  return [...new Set(texts)]
    .sort((one, other) => other.length - one.length)
    .slice(0, MEASURED_TEXTS);
}
