import { findVatCurrency } from '../../../core/european-union';
import { type TenThousandths, sumAmounts, calculateRoundedTax } from '../../../core/money';
import { getAmountPaidInMoney, toSellerAmount } from '../documents';
import type { SalesDocument } from '../documents/entities/document.entity';
import type { EDocumentContext } from './e-document-context';
import type { NetFigures } from './figures';
import { type EDocumentErrors, TotalsContradictTaxes } from './e-document-errors';
import { toAppliedTax } from './vat-class-sums';
import { toVatClass, toVatClassKey, toVatRulePrefix, type VatClass } from './vat';

/** A VAT breakdown (BG-23). */
export interface VatFigures {
  readonly vat: VatClass;
  readonly taxable: TenThousandths;
  readonly tax: TenThousandths;
}

/** The document's totals (BG-22). */
export interface TotalFigures {
  readonly lines: TenThousandths;
  readonly allowances: TenThousandths;
  readonly charges: TenThousandths;
  readonly exclusive: TenThousandths;
  readonly tax: TenThousandths;
  readonly inclusive: TenThousandths;
  readonly prepaid: TenThousandths;
  readonly rounding: TenThousandths;
  readonly due: TenThousandths;
  /** The tax in the currency that the seller's country requires, if the document has another one. */
  readonly accounting?: AccountingTax;
}

const CENT: TenThousandths = 100;
const ONE: TenThousandths = 10_000;

/** Calculates the taxes of the document by category and rate. They match the rates unless the totals were given. */
export function calculateVatFigures(
  context: EDocumentContext,
  { bases, isSubtotalInconsistent }: NetFigures,
  errors: EDocumentErrors,
): VatFigures[] {
  const taxes = new Map<string, TenThousandths>();
  for (const tax of context.document.taxes) {
    if (tax.reRate !== 0 || tax.rePrice !== 0) addSurchargeError(errors);
    const key = toVatClassKey(toVatClass(toAppliedTax(tax), context.vat));
    taxes.set(key, sumAmounts([taxes.get(key) ?? 0, tax.taxPrice]));
  }
  return bases.map(({ vat, taxable }) => {
    const tax = taxes.get(toVatClassKey(vat)) ?? 0;
    const expected = calculateRoundedTax(taxable, vat.rate, 2);
    if (!isSubtotalInconsistent && Math.abs(Math.abs(tax) - Math.abs(expected)) >= ONE) {
      const detail =
        'The tax of a rate differs by one or more from its taxable amount times the rate: ' +
        'use one tax for each rate.';
      errors.add(`${toVatRulePrefix(vat.category)}-09`, '/rows', detail);
    }
    return { vat, taxable, tax };
  });
}

function addSurchargeError(errors: EDocumentErrors): void {
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
  context: EDocumentContext,
  { lines, adjustments, isSubtotalInconsistent }: NetFigures,
  taxes: readonly VatFigures[],
  errors: EDocumentErrors,
): TotalFigures {
  const { kind, document } = context;
  const { subtotal, totalTaxes, total, totalVouchers } = document;
  const of = (isCharge: boolean): TenThousandths =>
    sumAmounts(adjustments.filter((one) => one.isCharge === isCharge).map(({ amount }) => amount));
  const inclusive = sumAmounts([subtotal, totalTaxes]);
  const rounding = document.rounding ?? 0;
  // Vouchers and money have paid an invoice. Older credit notes refunded vouchers in addition to money.
  const isOlder = document.rounding === null && kind === 'creditNote';
  const byVoucher = kind === 'invoice' ? totalVouchers : isOlder ? -totalVouchers : 0;
  const paid = kind === 'invoice' ? getAmountPaidInMoney(document) : 0;
  const surcharges = document.taxes.map(({ rePrice }) => rePrice);
  const isTaxed = sumAmounts([...taxes.map(({ tax }) => tax), ...surcharges]) === totalTaxes;
  const isContradictory =
    isSubtotalInconsistent || !isTaxed || inclusive - byVoucher + rounding !== total;
  // Another error may be the cause of the contradiction.
  if (isContradictory && errors.errors.length === 0) throw new TotalsContradictTaxes();
  checkDecimals(context, taxes, errors);
  return {
    lines: sumAmounts(lines.map(({ net }) => net)),
    allowances: of(false),
    charges: of(true),
    exclusive: subtotal,
    tax: totalTaxes,
    inclusive,
    prepaid: sumAmounts([byVoucher, paid]),
    rounding,
    due: total - paid,
    ...findAccountingTax(context, errors),
  };
}

/** Adds an error if a total or tax group has a third decimal. Lines, allowances and charges are rounded. */
function checkDecimals(
  { document }: EDocumentContext,
  taxes: readonly VatFigures[],
  errors: EDocumentErrors,
): void {
  const { subtotal, totalTaxes, total, totalVouchers, currencyCode } = document;
  const groups = taxes.flatMap(({ taxable, tax }) => [taxable, tax]);
  const amounts = [subtotal, totalTaxes, total, totalVouchers, ...groups];
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
  const required = findVatCurrency(headquarter?.countryCode ?? '');
  if (required === undefined || required === currencyCode || totalTaxes === 0) return undefined;
  const tax = toSellerAmount(document, totalTaxes);
  return tax === undefined ? 'unknown' : { currencyCode: required, tax };
}

function findAccountingTax(
  { document, vat }: EDocumentContext,
  errors: EDocumentErrors,
): { accounting?: AccountingTax } {
  const accounting = toTaxInAccountingCurrency(document);
  if (accounting !== 'unknown') return accounting === undefined ? {} : { accounting };
  const required = findVatCurrency(vat.sellerCountry);
  const detail =
    `The VAT is required in ${required} too, but the exchange rate is unknown: send orders with sourceCurrencyCode ` +
    `${required} and the exchangeRate, the value of one ${required} in ${document.currencyCode}.`;
  errors.add('BR-53', '/exchangeRate', detail);
  return {};
}
