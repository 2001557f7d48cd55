import { isCurrentCurrencyCode } from '../../../core/currencies';
import { yieldToEventLoop } from '../../../core/yield-to-event-loop';
import type { EDocumentTerms, BusinessTermGroup } from '../invoice-syntax';
import { addParties } from './e-document-parties';
import type { EDocumentFormat } from './e-document-formats';
import { type LineFigures, calculateNetFigures } from './net-figures';
import { checkIdentifiers } from './identifiers';
import { VatCategoriesMixed, EDocumentErrorCollector } from './e-document-errors';
import type { EDocumentSource } from './e-document-source';
import {
  allowanceTerms,
  itemAttributeTerms,
  chargeTerms,
  lineAllowanceTerms,
  lineTerms,
  vatTerms,
} from './terms/lines-and-charges';
import { headerTerms, paymentMeansTerms } from './terms/header';
import { buyerTerms } from './terms/buyer';
import { deliveryTerms } from './terms/delivery';
import { sellerTerms } from './terms/seller';
import type { EDocumentTermInput } from './terms/e-document-term-input';
import { totalTerms } from './terms/totals';
import { type TermMapping, mapTerms } from './terms/term-mapping';
import { calculateTotalFigures, calculateVatFigures } from './total-figures';

/** Current ISO codes that the code lists of EN 16931 don't contain. */
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
  const errors = new EDocumentErrorCollector();
  const context = addParties(source);
  const net = await calculateNetFigures(context, errors);
  const hasGoodsNotSubjectToVat = net.bases.some(({ vat }) => vat.category === 'O');
  if (hasGoodsNotSubjectToVat && net.bases.length > 1) throw new VatCategoriesMixed();
  const taxes = calculateVatFigures(context, net, errors);
  const totals = calculateTotalFigures(context, net, taxes, errors);
  const termInput: EDocumentTermInput = {
    ...context,
    format,
    vatClasses: net.bases.map(({ vat }) => vat),
  };
  checkCodes(termInput, errors);
  if (net.lines.length === 0) {
    errors.add(
      'BR-16',
      '/rows',
      'The document has no lines: send orders with rows that are not empty bundles.',
    );
  }
  const toTermGroups = <S>(
    mappings: readonly TermMapping<S>[],
    list: readonly S[],
  ): BusinessTermGroup[] => list.map((one) => mapTerms(mappings, one, errors));
  const terms: BusinessTermGroup = {
    ...mapTerms(headerTerms, termInput, errors),
    ...mapTerms(sellerTerms, termInput, errors),
    ...mapTerms(buyerTerms, termInput, errors),
    ...mapTerms(deliveryTerms, termInput, errors),
    ...mapTerms(paymentMeansTerms, termInput, errors),
    ...mapTerms(totalTerms, totals, errors),
    'BG-20': toTermGroups(
      allowanceTerms,
      net.allowanceCharges.filter(({ isCharge }) => !isCharge),
    ),
    'BG-21': toTermGroups(
      chargeTerms,
      net.allowanceCharges.filter(({ isCharge }) => isCharge),
    ),
    'BG-23': toTermGroups(vatTerms, taxes),
    'BG-25': await toLineGroups(net.lines, errors),
  };
  await checkIdentifiers(terms, format, errors);
  errors.throwIfAny();
  return { kind: source.kind, terms };
}

/** Converts the lines in order, and yields to the event loop between them. */
async function toLineGroups(
  lines: readonly LineFigures[],
  errors: EDocumentErrorCollector,
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
  errors: EDocumentErrorCollector,
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
  const attributeGroups = attributes.map((one) => mapTerms(itemAttributeTerms, one, errors));
  return {
    ...mapTerms(lineTerms, { ...line, number }, errors),
    'BG-27': allowances.map((one) => mapTerms(lineAllowanceTerms, one, errors)),
    'BG-32': attributeGroups.filter(
      (one) => one['BT-160'] !== undefined && one['BT-161'] !== undefined,
    ),
  };
}

function checkCodes(
  { document, seller, buyer, deliveryAddress }: EDocumentTermInput,
  errors: EDocumentErrorCollector,
): void {
  const { currencyCode } = document;
  if (unknownCurrencies.includes(currencyCode) || !isCurrentCurrencyCode(currencyCode)) {
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
