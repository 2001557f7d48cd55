import type { PdfKind } from './labels/labels';

/**
 * Content of a PDF as plain data with formatted texts. The renderer doesn't depend on sales.
 */
export interface PdfModel {
  readonly kind: PdfKind;
  readonly language: string;
  /** Whether the text runs from right to left; pages are then mirrored. */
  readonly isRightToLeft?: boolean;
  /** Name of the document, for example Invoice. */
  readonly title: string;
  readonly number: string;
  readonly author: string;
  readonly subject: string;
  /** Time of the last change, or the date of an issued document; in milliseconds since 1970. */
  readonly changedAt: number;
  /** A JPEG or PNG. */
  readonly logo?: Uint8Array;
  /** URL in the QR code, where the tax agency confirms the document; only for documents with an invoicing record. */
  readonly confirmationUrl?: string;
  /** Name and address of the seller; the name first. */
  readonly seller: readonly string[];
  readonly facts: readonly LabelledText[];
  /** Blocks next to each other below the head. */
  readonly parties: readonly TextBlock[];
  readonly rows: PdfTable;
  readonly totals: readonly TotalLine[];
  /** Table to the left of the totals. */
  readonly taxes?: PdfTable;
  /** Blocks next to each other below the totals. */
  readonly notes: readonly TextBlock[];
  /** Blocks of the whole width below the notes. */
  readonly remarks: readonly TextBlock[];
  /** The statement to sign, and the text below the signature line. */
  readonly signature?: { readonly statement: string; readonly caption: string };
  /** Text at the bottom of every page. */
  readonly footer: string;
}

export interface LabelledText {
  readonly label: string;
  readonly text: string;
}

export interface TextBlock {
  readonly heading: string;
  readonly lines: readonly string[];
}

export interface TotalLine extends LabelledText {
  /** Whether it is the final total. */
  readonly isFinal?: boolean;
}

export interface PdfTable {
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly PdfRow[];
}

export interface PdfColumn {
  readonly label: string;
  /**
   * text: as wide as its texts, with a limit; number: the same, right-aligned; main: takes the remaining width, and
   * contains the notes of a row. Exactly one column is the main one.
   */
  readonly kind: 'text' | 'number' | 'main';
}

export interface PdfRow {
  /** One text for each column. */
  readonly cells: readonly string[];
  /** Small lines below the text of the main column. */
  readonly notes: readonly string[];
  /** Whether the row is an item of the bundle above it. */
  readonly isNested?: boolean;
}
