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
  /** Whether texts contain U+200B, but none of them more than 400 times. */
  readonly hasLongWords: boolean;
  /** Path of the logo. */
  readonly logo?: string;
  /** The QR code that confirms the document, and the texts that the law requires next to it. */
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
export interface TemplateDataOptions {
  readonly fonts: readonly string[];
  /** Converts a text so that the fonts can render it. */
  readonly toPrintable: (text: string) => string;
  readonly logoPath?: string;
  /** Path of the QR code. */
  readonly qrCodePath?: string;
}

/** The texts next to the QR code, in Spanish whatever the document's language is (Orden HAC/1177/2024, article 20). */
const confirmationTexts = {
  heading: 'QR tributario:',
  statement: 'Factura verificable en la sede electrónica de la AEAT (VERI*FACTU)',
} as const;

/**
 * Approximate number of characters in a line, by kind of column; `main` also applies to blocks. Longer words get break
 * positions.
 */
const MAX_WORD_CHARACTERS = { text: 12, number: 24, main: 22 } as const;
const MAX_MEASURED_TEXTS = 4;
/** Maximum number of break positions in one word. */
const MAX_BREAKS = 100;
/** Maximum number of break positions in a text that a template replaces; Typst fails at about 500. */
const MAX_REPLACED_BREAKS = 400;
/** Zero width space. */
const ZERO_WIDTH_SPACE = '\u200b';
/** A row with more notes, or with a longer text, may be split across pages. */
const MAX_UNSPLIT_ROW_NOTES = 12;
const MAX_UNSPLIT_TEXT_LENGTH = 500;

/** Converts the model of a document to the data of its template. */
export function toTemplateData(
  model: PdfModel,
  { fonts, toPrintable, logoPath, qrCodePath }: TemplateDataOptions,
): TemplateData {
  const direction: TemplateData['direction'] = model.isRightToLeft === true ? 'rtl' : 'ltr';
  let mostBreaks = 0;
  const toText = (value: string, maxWordLength: number = MAX_WORD_CHARACTERS.main): string => {
    const breakable = withBreaks(toPrintable(value), maxWordLength);
    mostBreaks = Math.max(mostBreaks, breakable.split(ZERO_WIDTH_SPACE).length - 1);
    return withDirectionIsolates(breakable, direction);
  };
  const toTexts = (values: readonly string[]): string[] => values.map((value) => toText(value));
  const toLabelledText = (one: LabelledText): LabelledText => ({
    label: toText(one.label),
    text: toText(one.text),
  });
  const toTextBlock = ({ heading, lines }: TextBlock): TextBlock => ({
    heading: toText(heading),
    lines: toTexts(lines),
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
    ...(logoPath === undefined ? {} : { logo: logoPath }),
    ...(qrCodePath === undefined || model.confirmationUrl === undefined
      ? {}
      : { confirmation: { code: qrCodePath, url: model.confirmationUrl, ...confirmationTexts } }),
    seller: toTexts(model.seller),
    facts: model.facts.map(toLabelledText),
    parties: model.parties.map(toTextBlock),
    rows: toTableData(model.rows, toText),
    totals: model.totals.map((one) => ({ ...toLabelledText(one), isFinal: one.isFinal === true })),
    ...(model.taxes ? { taxes: toTableData(model.taxes, toText) } : {}),
    notes: model.notes.map(toTextBlock),
    remarks: model.remarks.map(toTextBlock),
    ...(signature
      ? {
          signature: { statement: toText(signature.statement), caption: toText(signature.caption) },
        }
      : {}),
    footer: toText(model.footer, Infinity),
  };
  return { ...data, hasLongWords: mostBreaks > 0 && mostBreaks <= MAX_REPLACED_BREAKS };
}

/** @param toText makes a text printable, and adds break positions to words of more than `maxWordLength` characters */
function toTableData(
  { columns, rows }: PdfTable,
  toText: (value: string, maxWordLength?: number) => string,
): TableData {
  const shown = rows.map(({ cells, notes, isNested = false }) => ({
    cells: cells.map((cell, index) =>
      toText(cell, MAX_WORD_CHARACTERS[columns[index]?.kind ?? 'main']),
    ),
    notes: notes.map((note) => toText(note)),
    isNested,
  }));
  return {
    columns: columns.map(({ label, kind }, index) => ({
      label: toText(label, MAX_WORD_CHARACTERS[kind]),
      kind,
      longest: kind === 'main' ? [] : findLongest(shown.map(({ cells }) => cells[index] ?? '')),
    })),
    rows: shown,
    hasLongRows: shown.some(
      ({ cells, notes }) =>
        notes.length > MAX_UNSPLIT_ROW_NOTES ||
        [...cells, ...notes].some(({ length }) => length > MAX_UNSPLIT_TEXT_LENGTH),
    ),
  };
}

/** Scripts without spaces, which Typst breaks between words or characters. */
const UNSPACED_SCRIPTS = String.raw`\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`;
const dividers = /(?<=[-/_.,;:@])/;

/** Allows breaks in longer words: after dividing signs, and anywhere in parts that are still too long. */
function withBreaks(text: string, maxWordLength: number): string {
  if (text.length <= maxWordLength) return text;
  const words = new RegExp(`[^\\s${UNSPACED_SCRIPTS}]{${maxWordLength + 1},}`, 'gu');
  return text.replace(words, (word) =>
    word
      .split(dividers)
      .map((part) => (part.length > maxWordLength ? splitWord(part).join(ZERO_WIDTH_SPACE) : part))
      .join(ZERO_WIDTH_SPACE),
  );
}

/** Splits a word into grapheme clusters, or into groups of them: Typst only handles a limited number of breaks. */
function splitWord(word: string): string[] {
  const characters = [...splitGraphemes(word)];
  const size = Math.ceil(characters.length / MAX_BREAKS);
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  );
}

const RIGHT_TO_LEFT_LETTER = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;
/** Unicode characters that isolate a text of the other direction. */
const ISOLATES = { ltr: '\u2066', rtl: '\u2067', end: '\u2069' } as const;

/** Isolates a text whose first letter has the other direction. */
function withDirectionIsolates(text: string, direction: 'ltr' | 'rtl'): string {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (letter === undefined) return text;
  const textDirection = RIGHT_TO_LEFT_LETTER.test(letter) ? 'rtl' : 'ltr';
  if (textDirection === direction) return text;
  return text
    .split('\n')
    .map((line) => `${ISOLATES[textDirection]}${line}${ISOLATES.end}`)
    .join('\n');
}

function findLongest(texts: readonly string[]): string[] {
  return [...new Set(texts)]
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_MEASURED_TEXTS);
}
