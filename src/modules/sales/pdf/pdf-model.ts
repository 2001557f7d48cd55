import type { PdfKind } from './labels/labels';

/**
 * Content of a PDF as plain data: texts that are ready to be set. The renderer knows nothing of sales.
 */
export interface PdfModel {
  readonly kind: PdfKind;
  readonly language: string;
  /** Whether the document reads from right to left: its pages are mirrored. */
  readonly isRightToLeft?: boolean;
  /** Name of the document, for example Invoice. */
  readonly title: string;
  readonly number: string;
  readonly author: string;
  readonly subject: string;
  /** Milliseconds since 1970: when the document was last changed. */
  readonly changedAt: number;
  /** A JPEG or PNG. */
  readonly logo?: Uint8Array;
  /** Name and address of who sends the document; the name first. */
  readonly seller: readonly string[];
  readonly facts: readonly LabelledText[];
  /** Stand side by side below the head. */
  readonly parties: readonly TextBlock[];
  readonly rows: PdfTable;
  readonly totals: readonly TotalLine[];
  /** Stands left of the totals. */
  readonly taxes?: PdfTable;
  /** Stand side by side below the totals. */
  readonly notes: readonly TextBlock[];
  /** Each has the whole width, below the notes. */
  readonly remarks: readonly TextBlock[];
  /** What is signed by hand, and the words below the line for it. */
  readonly signature?: { readonly statement: string; readonly caption: string };
  /** Stands at the foot of every page. */
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
  /** The sum that counts. */
  readonly isFinal?: boolean;
}

export interface PdfTable {
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly PdfRow[];
}

export interface PdfColumn {
  readonly label: string;
  /**
   * text: as wide as its texts, within reason; number: the same, on the right; main: takes what the others
   * leave, and holds the notes of a row. One column is the main one.
   */
  readonly kind: 'text' | 'number' | 'main';
}

export interface PdfRow {
  /** One for each column. */
  readonly cells: readonly string[];
  /** Small lines below the text of the main column. */
  readonly notes: readonly string[];
  /** Part of the row above it, which is a bundle. */
  readonly isNested?: boolean;
}
