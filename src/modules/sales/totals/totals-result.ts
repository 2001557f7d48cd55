import type { TenThousandths, Millionths } from '../../../core/money';
import type { RowInput } from './totals-input';
import type { TotalsViolation } from './violations';

/**
 * One tax on one part (amounts to four decimals), or one tax group of the document (amounts to the minor unit). The rates are the effective ones: 0 where the customer is exempt.
 */
export interface TaxAmounts {
  /** The first tax of a group, which names it. */
  readonly taxKey: string | number;
  /** The other taxes of the group. */
  readonly otherKeys?: readonly (string | number)[];
  readonly rate: Millionths;
  readonly reRate: Millionths;
  readonly baseWithoutDiscounts: TenThousandths;
  /** The share of the basket discounts. */
  readonly discount: TenThousandths;
  readonly base: TenThousandths;
  readonly taxPrice: TenThousandths;
  readonly rePrice: TenThousandths;
  /** Both together. */
  readonly totalPrice: TenThousandths;
}

/** What the document's amounts are made of: a row, a shipment, the payment. */
export interface PartAmounts {
  /** Its share of the basket discounts. */
  readonly share: TenThousandths;
  /** Tax and surcharge of what is left after the share, each to four decimals. */
  readonly totalTaxes: TenThousandths;
  /** One for each of its taxes, in the order given. */
  readonly taxes: readonly TaxAmounts[];
}

/** A row's amounts; those of a bundle are the sums of its items', its `taxes` are empty. */
export interface RowAmounts extends PartAmounts {
  readonly key: string | number;
  readonly kind: RowInput['kind'];
  readonly optionsPrice: TenThousandths;
  /** Its own discounts together. */
  readonly discounts: TenThousandths;
  /** Before tax, less its own discounts, basket discounts not yet taken off. */
  readonly total: TenThousandths;
  /** In the order given; empty unless the row is a bundle. */
  readonly items: readonly RowAmounts[];
}

/** A shipment's amounts. */
export interface ShipmentAmounts extends PartAmounts {
  /** Its own discounts together. */
  readonly discounts: TenThousandths;
  /** Its part of the order discounts that apply to the shipments (applyTo 2). */
  readonly lowering: TenThousandths;
  /** Its price less both. */
  readonly netPrice: TenThousandths;
}

/** The payment's amounts; its share is always 0. */
export interface PaymentAmounts extends PartAmounts {
  readonly price: TenThousandths;
}

/** The members of TOTALS, each rounded to the currency's minor unit. */
export interface DocumentTotals {
  /** Rounding amount: a given total less SUBTOTAL and TOTALTAXES; may be negative. */
  readonly rounding: TenThousandths;
  readonly subtotal: TenThousandths;
  readonly subtotalPaymentSystem: TenThousandths;
  readonly subtotalRows: TenThousandths;
  readonly subtotalShippings: TenThousandths;
  readonly total: TenThousandths;
  readonly totalBasketDiscounts: TenThousandths;
  readonly totalDiscounts: TenThousandths;
  readonly totalPaymentSystem: TenThousandths;
  readonly totalRows: TenThousandths;
  readonly totalRowsDiscounts: TenThousandths;
  readonly totalShippingDiscounts: TenThousandths;
  readonly totalShippings: TenThousandths;
  readonly totalTaxes: TenThousandths;
  readonly totalVouchers: TenThousandths;
}

/** A document's amounts: everything in the order of the input. */
export interface ComputedTotals {
  readonly rows: readonly RowAmounts[];
  readonly shipments: readonly ShipmentAmounts[];
  readonly payment: PaymentAmounts | undefined;
  /** The tax groups, in the order of their first appearance: rows, shipments, payment. */
  readonly taxes: readonly TaxAmounts[];
  readonly totals: DocumentTotals;
}

/** The amounts, or every rule that the input breaks. */
export type TotalsResult =
  | { readonly ok: true; readonly computed: ComputedTotals }
  | { readonly ok: false; readonly violations: readonly TotalsViolation[] };
