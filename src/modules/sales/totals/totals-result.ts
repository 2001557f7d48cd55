import type { TenThousandths, Millionths } from '../../../core/money';
import type { RowInput } from './totals-input';
import type { TotalsViolation } from './totals-violations';

/**
 * One tax of a part (amounts with four decimals), or one tax group of the document (amounts rounded to the minor unit).
 * Rates are effective: 0 when the customer is exempt.
 */
export interface TaxAmounts {
  /** The first tax of a group, which provides its name. */
  readonly taxKey: string | number;
  /** The other taxes of the group. */
  readonly mergedTaxKeys?: readonly (string | number)[];
  readonly rate: Millionths;
  readonly reRate: Millionths;
  readonly baseWithoutDiscounts: TenThousandths;
  /** The share of the basket discounts. */
  readonly discount: TenThousandths;
  readonly base: TenThousandths;
  readonly taxPrice: TenThousandths;
  /** Amount of the equivalence surcharge (Spanish `recargo de equivalencia`). */
  readonly rePrice: TenThousandths;
  /** Sum of `taxPrice` and `rePrice`. */
  readonly totalPrice: TenThousandths;
}

/** Amounts of a part of the document: a row, a shipment or the payment. */
export interface PartAmounts {
  /** Its share of the basket discounts. */
  readonly basketDiscountShare: TenThousandths;
  /** Tax and surcharge of the amount after the share, each with four decimals. */
  readonly totalTaxes: TenThousandths;
  /** One element for each tax, in the order of the input. */
  readonly taxes: readonly TaxAmounts[];
}

/** A row's amounts. A bundle has the sums of its items and empty `taxes`. */
export interface RowAmounts extends PartAmounts {
  readonly rowKey: string | number;
  readonly kind: RowInput['kind'];
  readonly optionsPrice: TenThousandths;
  /** Sum of its own discounts. */
  readonly discountTotal: TenThousandths;
  /** Amount before tax, less its own discounts but before basket discounts. */
  readonly total: TenThousandths;
  /** Items of a bundle, in the order of the input; else empty. */
  readonly items: readonly RowAmounts[];
}

/** A shipment's amounts. */
export interface ShipmentAmounts extends PartAmounts {
  /** Sum of its own discounts. */
  readonly discountTotal: TenThousandths;
  /** Its part of the order discounts on shipments (applyTo 2). */
  readonly shippingDiscountShare: TenThousandths;
  /** Price less `discountTotal` and `shippingDiscountShare`. */
  readonly netPrice: TenThousandths;
}

/** The payment's amounts; its share is always 0. */
export interface PaymentAmounts extends PartAmounts {
  readonly price: TenThousandths;
}

/** The members of TOTALS, each rounded to the currency's minor unit. */
export interface DocumentTotals {
  /** Rounding amount: a supplied total less the amount due; may be negative. */
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

/** A document's amounts, in the order of the input. */
export interface ComputedTotals {
  readonly rows: readonly RowAmounts[];
  readonly shipments: readonly ShipmentAmounts[];
  readonly payment: PaymentAmounts | undefined;
  /** The tax groups, in the order of their first appearance: rows, shipments, payment. */
  readonly taxes: readonly TaxAmounts[];
  readonly totals: DocumentTotals;
}

/** The amounts, or the violated rules. */
export type TotalsResult =
  | { readonly ok: true; readonly computed: ComputedTotals }
  | { readonly ok: false; readonly violations: readonly TotalsViolation[] };
