import { isCurrentCurrency } from '../../../core/currencies';
import { yieldToEventLoop } from '../../../core/yield-to-event-loop';
import type { EDocumentTerms, BusinessTermGroup } from '../invoice-syntax';
import { toEDocumentContext } from './e-document-context';
import type { EDocumentFormat } from './e-document-formats';
import { type LineFigures, calculateNetFigures } from './figures';
import { checkIdentifiers } from './identifiers';
import { VatCategoriesMixed, EDocumentErrors } from './e-document-errors';
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
import type { TaxedEDocumentContext } from './terms/taxed-e-document-context';
import { totalTerms } from './terms/totals';
import { type TermMapping, mapTerms } from './terms/term-mapping';
import { calculateTotalFigures, calculateVatFigures } from './totals';

/** ISO codes that the code lists of EN 16931 lack, in addition to former ones. */
const unknownCurrencies = ['STN'];
const unknownCountries = ['SS'];

/**
 * Converts an invoice or credit note to the business terms of EN 16931, with exactly its amounts.
 * @param format rules of Peppol are only checked for `ubl`
 * @throws DocumentNotExpressible with all violated rules, VatCategoriesMixed, TotalsContradictTaxes
 */
export async function toEDocumentTerms(
  source: EDocumentSource,
  format: EDocumentFormat,
): Promise<EDocumentTerms> {
  const errors = new EDocumentErrors();
  const context = toEDocumentContext(source);
  const net = await calculateNetFigures(context, errors);
  const isNotSubject = net.bases.some(({ vat }) => vat.category === 'O');
  if (isNotSubject && net.bases.length > 1) throw new VatCategoriesMixed();
  const taxes = calculateVatFigures(context, net, errors);
  const totals = calculateTotalFigures(context, net, taxes, errors);
  const taxed: TaxedEDocumentContext = {
    ...context,
    format,
    vatClasses: net.bases.map(({ vat }) => vat),
  };
  checkCodes(taxed, errors);
  if (net.lines.length === 0) {
    errors.add(
      'BR-16',
      '/rows',
      'The document has no lines: send orders with rows that are not empty bundles.',
    );
  }
  const each = <S>(rows: readonly TermMapping<S>[], list: readonly S[]): BusinessTermGroup[] =>
    list.map((one) => mapTerms(rows, one, errors));
  const terms: BusinessTermGroup = {
    ...mapTerms(headTerms, taxed, errors),
    ...mapTerms(sellerTerms, taxed, errors),
    ...mapTerms(buyerTerms, taxed, errors),
    ...mapTerms(deliveryTerms, taxed, errors),
    ...mapTerms(paymentMeansTerms, taxed, errors),
    ...mapTerms(totalTerms, totals, errors),
    'BG-20': each(
      allowanceTerms,
      net.adjustments.filter(({ isCharge }) => !isCharge),
    ),
    'BG-21': each(
      chargeTerms,
      net.adjustments.filter(({ isCharge }) => isCharge),
    ),
    'BG-23': each(vatTerms, taxes),
    'BG-25': await toLineGroups(net.lines, errors),
  };
  await checkIdentifiers(terms, format, errors);
  errors.throwIfAny();
  return { kind: source.kind, terms };
}

/** Converts the lines in order, and yields to the event loop between them. */
async function toLineGroups(
  lines: readonly LineFigures[],
  errors: EDocumentErrors,
): Promise<BusinessTermGroup[]> {
  const groups: BusinessTermGroup[] = [];
  for (const line of lines) {
    await yieldToEventLoop();
    groups.push(toLineGroup(line, groups.length + 1, errors));
  }
  return groups;
}

function toLineGroup(
  line: LineFigures,
  number: number,
  errors: EDocumentErrors,
): BusinessTermGroup {
  const { row, allowances } = line;
  if (row.price + row.optionsPrice < 0) {
    const detail =
      'The price of a line with its options is below 0: send the deduction as a discount.';
    errors.add('BR-27', '/rows', detail);
  }
  const attributes = (row.options ?? []).map(({ name, prompt, values = [] }) => ({
    name: name || prompt,
    value: values.map(({ value }) => value).join(', '),
  }));
  const known = attributes.map((one) => mapTerms(attributeTerms, one, errors));
  return {
    ...mapTerms(lineTerms, { ...line, number }, errors),
    'BG-27': allowances.map((one) => mapTerms(lineAllowanceTerms, one, errors)),
    'BG-32': known.filter((one) => one['BT-160'] !== undefined && one['BT-161'] !== undefined),
  };
}

function checkCodes(
  { document, seller, buyer, deliveryAddress }: TaxedEDocumentContext,
  errors: EDocumentErrors,
): void {
  const { currencyCode } = document;
  if (unknownCurrencies.includes(currencyCode) || !isCurrentCurrency(currencyCode)) {
    const detail = `The currency ${currencyCode} is not in the code list of EN 16931: use the PDF.`;
    errors.add('BR-CL-04', '/currencyCode', detail);
  }
  for (const [country, pointer] of [
    [seller.countryCode, '/headquarter/countryCode'],
    [buyer.countryCode, '/user/billingAddress/countryCode'],
    [deliveryAddress?.countryCode, '/user/shippingAddress/countryCode'],
  ] as const) {
    if (country !== undefined && unknownCountries.includes(country)) {
      errors.add(
        'BR-CL-14',
        pointer,
        `The country ${country} is not in the code list of EN 16931: use the PDF.`,
      );
    }
  }
}
