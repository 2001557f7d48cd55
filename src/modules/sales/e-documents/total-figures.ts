import { findVatCurrency } from '../../../core/european-union';
import { type TenThousandths, sumAmounts, calculateRoundedTax } from '../../../core/money';
import { getAmountPaidInMoney, toAmountInAccountingCurrency } from '../documents';
import type { SalesDocument } from '../documents/entities/document.entity';
import type { EDocumentWithParties } from './e-document-parties';
import type { NetFigures } from './net-figures';
import { type EDocumentErrorCollector, TotalsContradictTaxes } from './e-document-errors';
import { toAppliedTax } from './vat-class-sums';
import { toVatClass, toVatClassKey, toVatRulePrefix, type VatClass } from './vat-classes';

/** A VAT breakdown (BG-23). */
export interface VatFigures {
  readonly vat: VatClass;
  readonly taxableAmount: TenThousandths;
  readonly tax: TenThousandths;
}

/** The document's totals (BG-22). */
export interface TotalFigures {
  readonly lineNetTotal: TenThousandths;
  readonly allowanceTotal: TenThousandths;
  readonly chargeTotal: TenThousandths;
  readonly taxExclusive: TenThousandths;
  readonly tax: TenThousandths;
  readonly taxInclusive: TenThousandths;
  readonly prepaid: TenThousandths;
  readonly rounding: TenThousandths;
  readonly due: TenThousandths;
  /** The tax in the currency that the seller's country requires, if the document has another one. */
  readonly accountingTax?: AccountingTax;
}

const CENT: TenThousandths = 100;
const ONE_CURRENCY_UNIT: TenThousandths = 10_000;

/**
 * Sums the document's taxes by category and rate. Adds an error if a sum differs by one currency unit or more from the
 * taxable amount times the rate. If the subtotal contradicts the parts, such a difference is accepted. An equivalence
 * surcharge is also an error.
 */
export function calculateVatFigures(
  context: EDocumentWithParties,
  { bases, isSubtotalInconsistent }: NetFigures,
  errors: EDocumentErrorCollector,
): VatFigures[] {
  const taxes = new Map<string, TenThousandths>();
  for (const tax of context.document.taxes) {
    if (tax.reRate !== 0 || tax.rePrice !== 0) addSurchargeError(errors);
    const key = toVatClassKey(toVatClass(toAppliedTax(tax), context.vatCategoryInputs));
    taxes.set(key, sumAmounts([taxes.get(key) ?? 0, tax.taxPrice]));
  }
  return bases.map(({ vat, taxableAmount }) => {
    const tax = taxes.get(toVatClassKey(vat)) ?? 0;
    const expected = calculateRoundedTax(taxableAmount, vat.rate, 2);
    if (
      !isSubtotalInconsistent &&
      Math.abs(Math.abs(tax) - Math.abs(expected)) >= ONE_CURRENCY_UNIT
    ) {
      const detail =
        'The tax of a rate differs by one or more from its taxable amount times the rate: ' +
        'use one tax for each rate.';
      errors.add(`${toVatRulePrefix(vat.category)}-09`, '/rows', detail);
    }
    return { vat, taxableAmount, tax };
  });
}

function addSurchargeError(errors: EDocumentErrorCollector): void {
  const detail =
    'The equivalence surcharge is a second tax on the same goods, which EN 16931 does not support: ' +
    'use the PDF, or a national format.';
  errors.add('BR-CO-17', '/user/billingAddress/re', detail);
}

/**
 * Calculates the totals of a structured invoice: the document's own, and the sums of lines, allowances and charges.
 * @throws TotalsContradictTaxes
 */
export function calculateTotalFigures(
  context: EDocumentWithParties,
  { lines, allowanceCharges, isSubtotalInconsistent }: NetFigures,
  taxes: readonly VatFigures[],
  errors: EDocumentErrorCollector,
): TotalFigures {
  const { kind, document } = context;
  const { subtotal, totalTaxes, total, totalVouchers } = document;
  const sumAllowanceCharges = (isCharge: boolean): TenThousandths =>
    sumAmounts(
      allowanceCharges.filter((one) => one.isCharge === isCharge).map(({ amount }) => amount),
    );
  const taxInclusive = sumAmounts([subtotal, totalTaxes]);
  const rounding = document.rounding ?? 0;
  // Vouchers and money have paid an invoice. Older credit notes refunded vouchers in addition to money.
  const isOlderCreditNote = document.rounding === null && kind === 'creditNote';
  const paidByVoucher = kind === 'invoice' ? totalVouchers : isOlderCreditNote ? -totalVouchers : 0;
  const paidInMoney = kind === 'invoice' ? getAmountPaidInMoney(document) : 0;
  const surcharges = document.taxes.map(({ rePrice }) => rePrice);
  const areTaxesConsistent =
    sumAmounts([...taxes.map(({ tax }) => tax), ...surcharges]) === totalTaxes;
  const isContradictory =
    isSubtotalInconsistent ||
    !areTaxesConsistent ||
    taxInclusive - paidByVoucher + rounding !== total;
  // Another error may be the cause of the contradiction.
  if (isContradictory && errors.errors.length === 0) throw new TotalsContradictTaxes();
  checkDecimals(context, taxes, errors);
  return {
    lineNetTotal: sumAmounts(lines.map(({ net }) => net)),
    allowanceTotal: sumAllowanceCharges(false),
    chargeTotal: sumAllowanceCharges(true),
    taxExclusive: subtotal,
    tax: totalTaxes,
    taxInclusive,
    prepaid: sumAmounts([paidByVoucher, paidInMoney]),
    rounding,
    due: total - paidInMoney,
    ...findAccountingTax(context, errors),
  };
}

/** Adds an error if a total or tax group has a third decimal. Lines, allowances and charges are rounded. */
function checkDecimals(
  { document }: EDocumentWithParties,
  taxes: readonly VatFigures[],
  errors: EDocumentErrorCollector,
): void {
  const { subtotal, totalTaxes, total, totalVouchers, currencyCode } = document;
  const groupAmounts = taxes.flatMap(({ taxableAmount, tax }) => [taxableAmount, tax]);
  const amounts = [subtotal, totalTaxes, total, totalVouchers, ...groupAmounts];
  if (amounts.every((amount) => amount % CENT === 0)) return;
  const detail = `Amounts may have at most two decimals, but ${currencyCode} has more: use the PDF.`;
  errors.add('BR-DEC-12', '/currencyCode', detail);
}

/** The tax in the seller's accounting currency, for a document in another currency. */
export interface AccountingTax {
  readonly currencyCode: string;
  readonly tax: TenThousandths;
}

/**
 * Converts the tax of a document to the currency of the seller's member state (Directive 2006/112/EC, article 230).
 * @returns undefined if the document has this currency or no tax; `unknown` without an exchange rate
 */
export function toTaxInAccountingCurrency(
  document: Pick<
    SalesDocument,
    'currencyCode' | 'sourceCurrencyCode' | 'exchangeRate' | 'headquarter' | 'totalTaxes'
  >,
): AccountingTax | 'unknown' | undefined {
  const { currencyCode, headquarter, totalTaxes } = document;
  const requiredCurrency = findVatCurrency(headquarter?.countryCode ?? '');
  if (requiredCurrency === undefined || requiredCurrency === currencyCode || totalTaxes === 0)
    return undefined;
  const tax = toAmountInAccountingCurrency(document, totalTaxes);
  return tax === undefined ? 'unknown' : { currencyCode: requiredCurrency, tax };
}

function findAccountingTax(
  { document, vatCategoryInputs }: EDocumentWithParties,
  errors: EDocumentErrorCollector,
): { accountingTax?: AccountingTax } {
  const accountingTax = toTaxInAccountingCurrency(document);
  if (accountingTax !== 'unknown') return accountingTax === undefined ? {} : { accountingTax };
  const requiredCurrency = findVatCurrency(vatCategoryInputs.sellerCountry);
  const detail =
    `The VAT is required in ${requiredCurrency} too, but the exchange rate is unknown: send orders with sourceCurrencyCode ` +
    `${requiredCurrency} and the exchangeRate, the value of one ${requiredCurrency} in ${document.currencyCode}.`;
  errors.add('BR-53', '/exchangeRate', detail);
  return {};
}
