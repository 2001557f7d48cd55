import { yieldToEventLoop } from '../../../core/pace';
import type { EDocument, Group } from '../invoice-syntax';
import { factsOf } from './facts';
import type { EDocumentForm } from './forms';
import { type LineFigures, netFigures } from './figures';
import { refuseIdentifiers } from './identifiers';
import { NotSubjectMixed, Reasons } from './not-expressible';
import type { EDocumentSource } from './source';
import {
  allowanceTerms,
  attributeTerms,
  chargeTerms,
  lineAllowanceTerms,
  lineTerms,
  vatTerms,
} from './terms/amounts';
import { headTerms, paymentMeansTerms } from './terms/head';
import { buyerTerms } from './terms/buyer';
import { deliveryTerms } from './terms/delivery';
import { sellerTerms } from './terms/seller';
import type { TaxedFacts } from './terms/taxed-facts';
import { totalTerms } from './terms/totals';
import { type TermRow, termsOf } from './terms/term';
import { totalFigures, vatFigures } from './totals';

/** Codes of ISO that the rules of EN 16931 do not know. */
const unknownCurrencies = ['ANG', 'BGN', 'CUC', 'STN'];
const unknownCountries = ['SS'];

/**
 * The business terms of an invoice or credit note: exactly its amounts, and all that the rules of EN 16931 want.
 * @param form needs of Peppol are asked for in UBL alone
 * @throws DocumentNotExpressible with all reasons at once, NotSubjectMixed
 */
export async function eDocumentOf(
  source: EDocumentSource,
  form: EDocumentForm,
): Promise<EDocument> {
  const reasons = new Reasons();
  const facts = factsOf(source);
  const net = await netFigures(facts, reasons);
  const isNotSubject = net.bases.some(({ vat }) => vat.category === 'O');
  if (isNotSubject && net.bases.length > 1) throw new NotSubjectMixed();
  const taxes = vatFigures(facts, net, reasons);
  const totals = totalFigures(facts, net, taxes, reasons);
  const taxed: TaxedFacts = { ...facts, form, classes: net.bases.map(({ vat }) => vat) };
  refuseUnknownCodes(taxed, reasons);
  if (net.lines.length === 0) {
    reasons.add(
      'BR-16',
      '/rows',
      'There is no line: send orders with rows that are no empty bundles.',
    );
  }
  const each = <S>(rows: readonly TermRow<S>[], list: readonly S[]): Group[] =>
    list.map((one) => termsOf(rows, one, reasons));
  const terms: Group = {
    ...termsOf(headTerms, taxed, reasons),
    ...termsOf(sellerTerms, taxed, reasons),
    ...termsOf(buyerTerms, taxed, reasons),
    ...termsOf(deliveryTerms, taxed, reasons),
    ...termsOf(paymentMeansTerms, taxed, reasons),
    ...termsOf(totalTerms, totals, reasons),
    'BG-20': each(
      allowanceTerms,
      net.adjustments.filter(({ isCharge }) => !isCharge),
    ),
    'BG-21': each(
      chargeTerms,
      net.adjustments.filter(({ isCharge }) => isCharge),
    ),
    'BG-23': each(vatTerms, taxes),
    'BG-25': await linesOf(net.lines, reasons),
  };
  await refuseIdentifiers(terms, form, reasons);
  reasons.throwIfAny();
  return { kind: source.kind, terms };
}

/** In the order of the document; many of them give way to other work. */
async function linesOf(lines: readonly LineFigures[], reasons: Reasons): Promise<Group[]> {
  const groups: Group[] = [];
  for (const line of lines) {
    await yieldToEventLoop();
    groups.push(lineOf(line, groups.length + 1, reasons));
  }
  return groups;
}

function lineOf(line: LineFigures, number: number, reasons: Reasons): Group {
  const { row, allowances } = line;
  if (row.price + row.optionsPrice < 0) {
    const detail =
      'The price of a line with its options is below 0: send what is taken off as a discount.';
    reasons.add('BR-27', '/rows', detail);
  }
  const attributes = (row.options ?? []).map(({ name, prompt, values = [] }) => ({
    name: name || prompt,
    value: values.map(({ value }) => value).join(', '),
  }));
  const known = attributes.map((one) => termsOf(attributeTerms, one, reasons));
  return {
    ...termsOf(lineTerms, { ...line, number }, reasons),
    'BG-27': allowances.map((one) => termsOf(lineAllowanceTerms, one, reasons)),
    'BG-32': known.filter((one) => one['BT-160'] !== undefined && one['BT-161'] !== undefined),
  };
}

function refuseUnknownCodes(
  { document, seller, buyer, place }: TaxedFacts,
  reasons: Reasons,
): void {
  if (unknownCurrencies.includes(document.currencyCode)) {
    const detail = `The currency ${document.currencyCode} is none of EN 16931's: send the PDF.`;
    reasons.add('BR-CL-04', '/currencyCode', detail);
  }
  for (const [country, pointer] of [
    [seller.countryCode, '/headquarter/countryCode'],
    [buyer.countryCode, '/user/billingAddress/countryCode'],
    [place?.countryCode, '/user/shippingAddress/countryCode'],
  ] as const) {
    if (country !== undefined && unknownCountries.includes(country)) {
      reasons.add(
        'BR-CL-14',
        pointer,
        `The country ${country} is none of EN 16931's: send the PDF.`,
      );
    }
  }
}
