import { getCurrency } from '../../../core/currencies';
import {
  getMinorUnitAmount,
  roundToMinorUnit,
  sumAmounts,
  type TenThousandths,
} from '../../../core/money';
import { roundBasesToTotal, roundRowsToTotal } from '../totals';
import { documentTypes, rowTypes } from './document-kinds';
import type { DocumentTax } from './entities/document-tax.entity';
import type { SalesDocument } from './entities/document.entity';

/** The rows that have amounts; a bundle is replaced by its items. */
export function listLeafRows<R extends { type: number; items?: R[] }>(rows: readonly R[]): R[] {
  return rows.flatMap((row) => (row.type === rowTypes.bundle ? (row.items ?? []) : [row]));
}

/**
 * Rounds the bases of a document's tax groups to minor units. Together with the untaxed amount they total the
 * subtotal. Only older documents need rounding: their bases have four decimals.
 */
export function roundTaxBases<T extends Pick<DocumentTax, 'base'>>({
  taxes,
  subtotal,
  currencyCode,
}: Pick<SalesDocument, 'subtotal' | 'currencyCode'> & { readonly taxes: T[] }): T[] {
  const { digits } = getCurrency(currencyCode);
  const unit = getMinorUnitAmount(digits);
  if (taxes.every(({ base }) => base % unit === 0)) return taxes;
  const bases = taxes.map(({ base }) => base);
  const untaxed = subtotal - sumAmounts(bases);
  const tolerance = unit * (taxes.length + 1);
  // Rows with several taxes count in several bases, so the bases exceed the subtotal.
  const rounded =
    untaxed < -tolerance
      ? bases.map((base) => roundToMinorUnit(base, digits))
      : roundBasesToTotal(untaxed > tolerance ? [...bases, untaxed] : bases, subtotal, digits);
  return taxes.map((tax, at) => ({ ...tax, base: rounded[at] ?? 0 }));
}

type UntaxedAmountColumns = Pick<
  SalesDocument,
  'type' | 'subtotal' | 'payment' | 'totalBasketDiscounts' | 'currencyCode'
> & { readonly taxes: readonly Pick<DocumentTax, 'discount'>[] };

/**
 * Returns the net amount of a document that no tax applies to: the subtotal without the bases of the tax groups. If
 * lines have several taxes, they count in the bases of all of these, so only a negative payment price remains.
 */
export function calculateUntaxedAmount(
  document: UntaxedAmountColumns,
  groups: readonly Pick<DocumentTax, 'base'>[],
): TenThousandths {
  const untaxed = document.subtotal - sumAmounts(groups.map(({ base }) => base));
  const discount = calculateUntaxedPaymentDiscount(document);
  const { digits } = getCurrency(document.currencyCode);
  const tolerance = getMinorUnitAmount(digits) * (groups.length + 1);
  // The discount of a credit note contains roundings of its tax groups. The subtotal is exact, so small differences
  // don't count.
  const isRounded = discount < 0 && Math.abs(untaxed - discount) <= tolerance;
  return isRounded ? untaxed : Math.max(discount, untaxed);
}

/** A negative payment price without a tax, or 0. Credit notes have it as a discount. */
function calculateUntaxedPaymentDiscount(document: UntaxedAmountColumns): TenThousandths {
  const { type, payment, taxes, totalBasketDiscounts, currencyCode } = document;
  if (type === documentTypes.creditNote) {
    return Math.min(0, sumAmounts(taxes.map(({ discount }) => discount)) - totalBasketDiscounts);
  }
  if (!payment || payment.taxes.length > 0) return 0;
  const { digits } = getCurrency(currencyCode);
  return Math.min(0, roundToMinorUnit(payment.price, digits));
}

/** Net amounts of rows and shipments, rounded to minor units. */
export interface RoundedNetAmounts<R> {
  readonly netByRow: ReadonlyMap<R, TenThousandths>;
  readonly shippings: readonly TenThousandths[];
}

/**
 * Rounds the net amounts of a document to minor units. Rows total SUBTOTALROWS, shippings SUBTOTALSHIPPINGS.
 * Amounts of older documents (`rounding` is null) are rounded one by one.
 */
export function roundNetAmounts<R extends { type: number; total: TenThousandths; items?: R[] }>(
  document: Pick<
    SalesDocument,
    'subtotalRows' | 'subtotalShippings' | 'currencyCode' | 'rounding'
  > & { readonly rows: readonly R[] },
  shippings: readonly { readonly netPrice: TenThousandths }[],
): RoundedNetAmounts<R> {
  const { digits } = getCurrency(document.currencyCode);
  const round = (exact: TenThousandths[], total: TenThousandths): TenThousandths[] =>
    document.rounding === null
      ? exact.map((amount) => roundToMinorUnit(amount, digits))
      : roundRowsToTotal(exact, total, digits);
  const leaves = listLeafRows(document.rows);
  const netAmounts = round(
    leaves.map(({ total }) => total),
    document.subtotalRows,
  );
  return {
    netByRow: new Map(leaves.map((row, at) => [row, netAmounts[at] ?? 0])),
    shippings: round(
      shippings.map(({ netPrice }) => netPrice),
      document.subtotalShippings,
    ),
  };
}
