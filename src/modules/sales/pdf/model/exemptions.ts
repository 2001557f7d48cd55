import { listLeafRows } from '../../documents';
import { toAppliedTax, toVatCategory, type AppliedTax, toParties } from '../../e-documents';
import type { Labels } from '../labels/labels';
import { type LocalizedPdfSource, isPricedKind } from './pdf-source';

/** Statements of untaxed VAT categories; S and Z need none. */
const statementsByCategory = new Map<string, keyof Labels>([
  ['AE', 'reverseCharge'],
  ['K', 'intraCommunity'],
  ['G', 'exported'],
  ['E', 'exempt'],
  ['O', 'notSubject'],
]);

/** Statements of codes with a prescribed wording, and of codes that mean the same as a category. */
const statementsByExemptionCode = new Map<string, keyof Labels>([
  ['VATEX-EU-AE', 'reverseCharge'],
  ['VATEX-EU-IC', 'intraCommunity'],
  ['VATEX-EU-G', 'exported'],
  ['VATEX-EU-O', 'notSubject'],
  ['VATEX-EU-D', 'marginTravel'],
  ['VATEX-EU-F', 'marginSecondHand'],
  ['VATEX-EU-I', 'marginArt'],
  ['VATEX-EU-J', 'marginAntiques'],
]);

/** Texts in place of the rate of untaxed categories. Only Z is taxed at a rate of 0 %. */
const rateLabelsByCategory = new Map<string, keyof Labels>([
  ['AE', 'rateReverseCharge'],
  ['K', 'rateExempt'],
  ['G', 'rateExempt'],
  ['E', 'rateExempt'],
  ['O', 'rateNotSubject'],
]);

/** Statement that French law prescribes for small businesses; always in French. */
const FRENCH_VAT_FRANCHISE_STATEMENT = 'TVA non applicable, art. 293 B du CGI';

/**
 * Lists the distinct reasons for untaxed amounts (Directive 2006/112/EC, article 226 (11) to (14)). A reason is the
 * tax's own one, or else the statement of its code or category in the document's language.
 */
export function toExemptionLines({ kind, document, labels }: LocalizedPdfSource): string[] {
  if (!isPricedKind(kind)) return [];
  const { vatCategoryInputs } = toParties(document);
  const taxLists = [
    ...listLeafRows(document.rows)
      .filter(({ total }) => total !== 0)
      .map(({ taxes = [] }) => taxes.map(toAppliedTax)),
    ...(document.shippings ?? document.shipments)
      .filter(({ price }) => price !== 0)
      .map(({ taxes }) => taxes ?? []),
    ...(document.payment && document.payment.price !== 0 ? [document.payment.taxes] : []),
  ];
  const reasons = taxLists.flatMap((taxes) =>
    (taxes.length === 0 ? [undefined] : taxes).map((tax: AppliedTax | undefined) => {
      const { category, isExplicit } = toVatCategory(tax, vatCategoryInputs);
      return toStatement(category, isExplicit ? tax : undefined, labels);
    }),
  );
  const reversed = vatCategoryInputs.isReverseCharge ? [labels.reverseCharge] : [];
  return [...new Set([...reversed, ...reasons])].filter((reason) => reason !== '');
}

/** Returns the text in place of the rate of a tax that isn't charged; undefined if the rate is printed. */
export function toUntaxedText(
  tax: AppliedTax,
  { document, labels }: LocalizedPdfSource,
): string | undefined {
  const label = rateLabelsByCategory.get(
    toVatCategory(tax, toParties(document).vatCategoryInputs).category,
  );
  return label && (labels[label] as string);
}

function toStatement(category: string, tax: AppliedTax | undefined, labels: Labels): string {
  const statement = statementsByCategory.get(category);
  if (statement === undefined) return '';
  if (tax?.exemptionReason) return tax.exemptionReason;
  const code = tax?.exemptionCode ?? '';
  if (code === 'VATEX-FR-FRANCHISE') return FRENCH_VAT_FRANCHISE_STATEMENT;
  const article = toArticle(code);
  const text = labels[statementsByExemptionCode.get(code) ?? statement] as string;
  return article === '' ? text : `${text} (${article})`;
}

/** Returns the article of law of a code: 132(1)(i) for VATEX-EU-132-1I. */
function toArticle(code: string): string {
  const [, act, article, paragraph, point] =
    /^VATEX-(EU-|FR-CGI)(\d+[A-Z]?)(?:-(\d+)?([A-Z]+)?)?$/.exec(code) ?? [];
  if (article === undefined) return '';
  const articleNumber = `${article}${paragraph ? `(${paragraph})` : ''}${point ? `(${point.toLowerCase()})` : ''}`;
  return act === 'EU-' ? `2006/112/EC, Art. ${articleNumber}` : `CGI, art. ${articleNumber}`;
}
