import { getCurrency } from '../../../../core/currencies';
import { roundToMinorUnit, type TenThousandths, sumAmounts } from '../../../../core/money';
import type { PdfTable, TotalLine } from '../pdf-model';
import { getAmountPaidInMoney, roundTaxBases, calculateUntaxedAmount } from '../../documents';
import type { DocumentDiscount } from '../../documents/entities/document-discount.entity';
import {
  toTaxInAccountingCurrency,
  toAppliedTax,
  toParties,
  toVatCategory,
} from '../../e-documents';
import { discountScopes, roundRowsToTotal } from '../../totals';
import { toUntaxedText } from './exemptions';
import { toDiscountName } from './pdf-lines';
import {
  isPayableKind,
  type LocalizedPdfSource,
  isTaxDocumentKind,
  type PdfDocument,
} from './pdf-source';

/** Returns the totals, from the sums of the lines down to the amount due or refunded. */
export function toTotalLines(content: LocalizedPdfSource): TotalLine[] {
  const { kind, document, labels, formatter } = content;
  const toLine = (label: string, amount: TenThousandths): TotalLine => ({
    label,
    text: formatter.formatWithCurrency(amount),
  });
  const parts = [
    toLine(labels.items, document.subtotalRows),
    ...mapNonZero(document.subtotalShippings, (amount) => toLine(labels.shipping, amount)),
    ...mapNonZero(document.subtotalPaymentSystem, (amount) => toLine(labels.payment, amount)),
    ...listBasketDiscounts(content).map(({ name, amount }) => toLine(name, -amount)),
    ...mapNonZero(calculateRoundingOfParts(document), (amount) => toLine(labels.rounding, amount)),
  ];
  const isTaxed = document.taxes.length > 0 || document.totalTaxes !== 0;
  const redeemedVouchers = kind === 'creditNote' ? [] : document.vouchers;
  const vouchers = [
    ...redeemedVouchers.map(({ code, amount }) => toLine(`${labels.voucher} ${code}`, -amount)),
    ...mapNonZero(getVoucherRefund(content), (amount) => toLine(labels.voucher, amount)),
  ];
  const paid = isPayableKind(kind) ? getAmountPaidInMoney(document) : 0;
  const payments = [
    ...vouchers,
    ...mapNonZero(paid, (amount) => toLine(labels.amountPaid, -amount)),
  ];
  const totalWithTaxes = document.subtotal + document.totalTaxes;
  const rounding = mapNonZero(document.rounding ?? 0, (amount) => toLine(labels.rounding, amount));
  return [
    ...(parts.length > 1 ? parts : []),
    ...(isTaxed || parts.length > 1 ? [toLine(labels.subtotal, document.subtotal)] : []),
    ...(isTaxed ? [toLine(labels.taxes, document.totalTaxes)] : []),
    ...toAccountingCurrencyLines(content),
    ...(payments.length + rounding.length > 0
      ? [toLine(isTaxed ? labels.totalWithTaxes : labels.total, totalWithTaxes)]
      : []),
    ...rounding,
    ...payments,
    { ...toLine(getFinalLabel(content, paid), document.total - paid), isFinal: true },
    ...toRefundLines(content),
  ];
}

/** Returns the taxes in the seller's accounting currency (Directive 2006/112/EC, article 230). */
function toAccountingCurrencyLines({
  kind,
  document,
  labels,
  formatter,
}: LocalizedPdfSource): TotalLine[] {
  if (!isTaxDocumentKind(kind)) return [];
  const accounting = toTaxInAccountingCurrency(document);
  if (accounting === undefined || accounting === 'unknown') return [];
  const { currencyCode, tax } = accounting;
  const label = labels.taxesIn.replace('{}', () => currencyCode);
  return [{ label, text: formatter.formatInCurrency(currencyCode, tax) }];
}

/** Returns the difference between the subtotal and the sum of its rounded parts: rows, shipping, payment, discounts. */
function calculateRoundingOfParts(document: LocalizedPdfSource['document']): TenThousandths {
  const { subtotal, subtotalRows, subtotalShippings, subtotalPaymentSystem } = document;
  return sumAmounts([
    subtotal,
    -subtotalRows,
    -subtotalShippings,
    -subtotalPaymentSystem,
    document.totalBasketDiscounts,
  ]);
}

/** Returns how a credit note is refunded; empty without vouchers. */
function toRefundLines({ kind, document, labels, formatter }: LocalizedPdfSource): TotalLine[] {
  const { total, vouchers } = document;
  if (kind !== 'creditNote' || vouchers.length === 0) return [];
  const moneyRefund = total - sumAmounts(vouchers.map(({ amount }) => amount));
  return [
    ...vouchers.map(({ code, amount }) => ({
      label: `${labels.voucher} ${code}`,
      text: formatter.formatWithCurrency(amount),
    })),
    { label: labels.refundedInMoney, text: formatter.formatWithCurrency(moneyRefund) },
  ];
}

/** Returns the refund in vouchers that older RMAs, returns and credit notes have in addition to money. */
function getVoucherRefund({ document, additionalItems }: LocalizedPdfSource): TenThousandths {
  const isAdded =
    document.rounding === null && additionalItems.some(({ type }) => type === 'VOUCHER');
  return isAdded ? document.totalVouchers : 0;
}

function getFinalLabel(
  { kind, document, labels }: LocalizedPdfSource,
  paid: TenThousandths,
): string {
  if (kind === 'creditNote') return labels.totalCredit;
  return document.vouchers.length > 0 || paid !== 0 ? labels.amountDue : labels.total;
}

/**
 * Lists the named discounts of the whole order. The rest of the total discount becomes an unnamed one, or an adjustment
 * if the given totals exceed the lines.
 */
function listBasketDiscounts({
  document,
  labels,
}: LocalizedPdfSource): { name: string; amount: TenThousandths }[] {
  const { totalBasketDiscounts: all, discounts, currencyCode } = document;
  // Discounts on shipments lower their prices, so they are no basket discounts.
  const named = discounts.filter(({ applyTo }) => applyTo !== discountScopes.shipping);
  const exact = named.map(({ amount }) => amount);
  const { digits } = getCurrency(currencyCode);
  const rounded = roundToMinorUnit(sumAmounts(exact), digits);
  const lines = roundRowsToTotal(exact, rounded, digits).map((amount, index) => ({
    name: toDiscountName(named[index] as DocumentDiscount) || labels.orderDiscount,
    amount,
  }));
  const rest = mapNonZero(all - rounded, (amount) => ({
    name: amount > 0 ? labels.orderDiscount : labels.adjustment,
    amount,
  }));
  return [...lines, ...rest].filter(({ amount }) => amount !== 0);
}

/**
 * Creates the table of tax groups; undefined without taxes. It has surcharge columns if a group has a surcharge.
 * Untaxed categories have the reason in short, instead of name and rate.
 */
export function toTaxTable(content: LocalizedPdfSource): PdfTable | undefined {
  const { document, labels, formatter } = content;
  const taxes = roundTaxBases(document);
  if (taxes.length === 0) return undefined;
  const hasSurcharge = taxes.some(({ reRate }) => reRate !== 0);
  const surcharge = hasSurcharge ? [labels.surchargeRate, labels.surcharge] : [];
  const numberLabels = [labels.base, labels.rate, labels.amount, ...surcharge];
  return {
    columns: [
      { label: labels.tax, kind: 'main' },
      ...numberLabels.map((label) => ({ label, kind: 'number' as const })),
    ],
    rows: mergeUntaxed(taxes, content).map(
      ({ untaxedText, name, base, taxRate, taxPrice, reRate, rePrice }) => ({
        cells: [
          untaxedText ?? name,
          formatter.formatAmount(base),
          untaxedText === undefined ? formatter.formatRate(taxRate) : '',
          formatter.formatAmount(taxPrice),
          ...(hasSurcharge ? [formatter.formatRate(reRate), formatter.formatAmount(rePrice)] : []),
        ],
        notes: [],
      }),
    ),
  };
}

/** A row of the tax table; `untaxedText` replaces name and rate. */
type TaxTableRow = Pick<
  PdfDocument['taxes'][number],
  'name' | 'taxRate' | 'reRate' | 'base' | 'taxPrice' | 'rePrice'
> & { readonly untaxedText: string | undefined };

/**
 * Groups with a rate of 0 are one row for each category, as in structured invoices. Amounts without any tax belong to
 * them. So the bases total the subtotal.
 */
function mergeUntaxed(taxes: PdfDocument['taxes'], content: LocalizedPdfSource): TaxTableRow[] {
  const { document, formatter } = content;
  const { vatCategoryInputs } = toParties(document);
  const untaxedRow = {
    name: formatter.formatRate(0),
    taxRate: 0,
    reRate: 0,
    base: calculateUntaxedAmount(document, taxes),
    taxPrice: 0,
    rePrice: 0,
    category: null,
    exemptionCode: null,
    exemptionReason: null,
  };
  const merged = new Map<unknown, TaxTableRow>();
  for (const tax of untaxedRow.base === 0 ? taxes : [...taxes, untaxedRow]) {
    const applied = toAppliedTax(tax);
    const key = tax.taxRate === 0 ? toVatCategory(applied, vatCategoryInputs).category : tax;
    const mergedRow = merged.get(key) ?? {
      ...tax,
      base: 0,
      untaxedText: toUntaxedText(applied, content),
    };
    merged.set(key, { ...mergedRow, base: sumAmounts([mergedRow.base, tax.base]) });
  }
  return [...merged.values()];
}

function mapNonZero<T>(amount: TenThousandths, make: (amount: TenThousandths) => T): T[] {
  return amount === 0 ? [] : [make(amount)];
}
