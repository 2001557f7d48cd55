import type { BusinessTermGroup, BusinessTerm } from '../../invoice-syntax';
import type { EDocumentContext } from '../e-document-context';
import type { EDocumentErrors } from '../not-expressible';

/** What a document must have. */
interface TermRequirement<S> {
  /** The rule of EN 16931, or of Peppol, that asks for it. */
  readonly rule: string | ((source: S) => string);
  /** Where the line that the document came from says it. */
  readonly pointer: string;
  readonly remedy: string;
  /** Default: always. */
  readonly when?: (source: S) => boolean;
}

/** Where a term comes from. */
export interface TermMapping<S = EDocumentContext> {
  readonly term: BusinessTerm;
  /** As EN 16931 calls it. */
  readonly name: string;
  /** In the words of the lines that a store sends. */
  readonly source: string;
  readonly from: (source: S) => string | null | undefined;
  readonly need?: TermRequirement<S>;
}

/** What can't stand in XML 1.0. */
const NOT_IN_XML = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text as it is written: without what XML can't hold, and without blanks around it. */
export function toXmlText(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined) return undefined;
  const written = text.replace(/\r\n?/g, '\n').replace(NOT_IN_XML, '').trim();
  return written === '' ? undefined : written;
}

/** The terms of a table that have a value; takes a note of those that are missing. */
export function mapTerms<S>(
  rows: readonly TermMapping<S>[],
  source: S,
  reasons: EDocumentErrors,
): BusinessTermGroup {
  const group: Record<BusinessTerm, string> = {};
  for (const { term, name, from, need } of rows) {
    const text = toXmlText(from(source));
    if (text !== undefined) group[term] = text;
    else if (need && (need.when?.(source) ?? true)) {
      const rule = typeof need.rule === 'string' ? need.rule : need.rule(source);
      reasons.add(rule, need.pointer, `${name} (${term}) is missing: ${need.remedy}`);
    }
  }
  return group;
}
