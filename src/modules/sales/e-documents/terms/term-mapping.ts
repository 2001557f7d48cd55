import type { BusinessTermGroup, BusinessTerm } from '../../invoice-syntax';
import type { EDocumentWithParties } from '../e-document-parties';
import type { EDocumentErrorCollector } from '../e-document-errors';

/** Rule that makes a term mandatory. */
interface TermRequirement<S> {
  /** The rule of EN 16931 or Peppol that requires the term. */
  readonly rule: string | ((source: S) => string);
  /** JSON pointer to the field in the import record of the order. */
  readonly pointer: string;
  readonly remedy: string;
  /** Default: always. */
  readonly when?: (source: S) => boolean;
}

/** A business term with its name in EN 16931 and its value. docs/e-invoice-terms.md describes the values. */
export type TermMapping<S = EDocumentWithParties> = readonly [
  term: BusinessTerm,
  name: string,
  toValue: (source: S) => string | null | undefined,
  requirement?: TermRequirement<S>,
];

/** Characters that XML 1.0 doesn't allow. */
const INVALID_XML_CHARACTERS = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Removes characters that XML doesn't allow, and surrounding white space; undefined for an empty text. */
export function toXmlText(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined) return undefined;
  const cleaned = text.replace(/\r\n?/g, '\n').replace(INVALID_XML_CHARACTERS, '').trim();
  return cleaned === '' ? undefined : cleaned;
}

/** Returns the terms that have a value, and adds errors for missing mandatory terms. */
export function mapTerms<S>(
  mappings: readonly TermMapping<S>[],
  source: S,
  errors: EDocumentErrorCollector,
): BusinessTermGroup {
  const group: Record<BusinessTerm, string> = {};
  for (const [term, name, toValue, requirement] of mappings) {
    const text = toXmlText(toValue(source));
    if (text !== undefined) group[term] = text;
    else if (requirement && (requirement.when?.(source) ?? true)) {
      const rule =
        typeof requirement.rule === 'string' ? requirement.rule : requirement.rule(source);
      errors.add(rule, requirement.pointer, `${name} (${term}) is missing: ${requirement.remedy}`);
    }
  }
  return group;
}
