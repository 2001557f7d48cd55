import type { VatCategory } from '../../../core/e-invoicing-codes';
import type { TenThousandths, Thousandths, Millionths } from '../../../core/money';

/** A tax that a row, a shipment or the payment bears; the rates as given, before any exemption. */
export interface TaxInput {
  /** What tells one tax from another: its id, or its pId. */
  readonly taxKey: string | number;
  readonly rate: Millionths;
  /** The equivalence surcharge's rate. */
  readonly reRate: Millionths;
  /** The VAT category in structured invoices; by default it follows from the rate and the parties. */
  readonly category?: VatCategory | null;
}

/** A line of a document; amounts before tax. */
export interface RowInput {
  /** Comes back in the result, so that the caller finds its row again. */
  readonly key: string | number;
  readonly kind: 'product' | 'gift' | 'bundle';
  readonly quantity: Thousandths;
  /** Unit price. */
  readonly price: TenThousandths;
  /** The prices of the chosen option values together, for one unit. */
  readonly optionsPrice: TenThousandths;
  /** Amounts taken off the row as a whole, each at least 0. */
  readonly discounts: readonly TenThousandths[];
  readonly taxes: readonly TaxInput[];
  /** The rows of a bundle, one level; their quantities are those of the whole document. */
  readonly items?: readonly RowInput[];
}

/** What an order discount applies to: the rows, the shipments, or both. */
export const discountScopes = { products: 1, shipping: 2, total: 3 } as const;

export type DiscountScope = (typeof discountScopes)[keyof typeof discountScopes];

/** A discount of the whole document; the amount, at least 0, is the money taken off. */
export interface OrderDiscountInput {
  readonly amount: TenThousandths;
  readonly applyTo: DiscountScope;
}

/** A shipment's price before tax and the amounts taken off it, each at least 0. */
export interface ShipmentInput {
  readonly price: TenThousandths;
  readonly discounts: readonly TenThousandths[];
  readonly taxes: readonly TaxInput[];
}

/** The payment system's price before tax; negative where paying so is rewarded. */
export interface PaymentInput {
  readonly price: TenThousandths;
  readonly taxes: readonly TaxInput[];
}

/** Everything that a document's amounts depend on. */
export interface TotalsInput {
  /** Decimals of the document's currency in ISO 4217. */
  readonly minorDigits: number;
  /** Of the order or of its billing address. */
  readonly reverseCharge: boolean;
  /** `re` of the billing address: the equivalence surcharge is charged. */
  readonly surcharge: boolean;
  /** `tax` of the billing address. */
  readonly taxable: boolean;
  readonly rows: readonly RowInput[];
  readonly orderDiscounts: readonly OrderDiscountInput[];
  readonly shipments: readonly ShipmentInput[];
  readonly payment: PaymentInput | undefined;
  /** What each voucher pays. */
  readonly vouchers: readonly TenThousandths[];
  /**
   * The computed subtotal less the trusted one: shared over rows and shipments like a basket discount; below
   * 0 it is added to them. Default: 0.
   */
  readonly difference?: TenThousandths;
}
