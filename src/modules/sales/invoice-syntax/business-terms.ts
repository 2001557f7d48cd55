/** A business term of EN 16931, or a group of them: `BT-31`, `BG-25`, `BT-34-1` (an identifier's scheme). */
export type BusinessTerm = `BT-${string}` | `BG-${string}`;

/** The terms of one group as texts; repeated groups are lists. */
export interface BusinessTermGroup {
  readonly [term: BusinessTerm]: string | readonly BusinessTermGroup[] | undefined;
}

/** The business terms of a structured invoice, independent of a syntax. */
export interface EDocumentTerms {
  readonly kind: 'invoice' | 'creditNote';
  readonly terms: BusinessTermGroup;
}

/** The syntaxes of EN 16931. */
export type EDocumentSyntax = 'ubl' | 'cii';
