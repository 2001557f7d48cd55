import type { VatCategory } from '../../../core/e-invoicing-codes';
import type { TenThousandths, Thousandths, Millionths } from '../../../core/money';

/** A tax of a row, a shipment or the payment, with its rates before any exemption. */
export interface TaxInput {
  /** Identifies the tax: its id or its pId. */
  readonly taxKey: string | number;
  readonly rate: Millionths;
  /** The equivalence surcharge's rate. */
  readonly reRate: Millionths;
  /** VAT category in structured invoices; default: derived from the rate and the parties. */
  readonly category?: VatCategory | null;
}

/** A row of a document; amounts before tax. */
export interface RowInput {
  /** Returned in the result, so that the caller can find its row. */
  readonly rowKey: string | number;
  readonly kind: 'product' | 'gift' | 'bundle';
  readonly quantity: Thousandths;
  /** Unit price. */
  readonly price: TenThousandths;
  /** Sum of the prices of the selected option values, for one unit. */
  readonly optionsPrice: TenThousandths;
  /** Amounts deducted from the whole row, each at least 0. */
  readonly discounts: readonly TenThousandths[];
  readonly taxes: readonly TaxInput[];
  /** Items of a bundle (one level), with their quantities in the whole document. */
  readonly items?: readonly RowInput[];
}

/** Scopes of an order discount: the rows, the shipments, or both. */
export const discountScopes = { products: 1, shipping: 2, total: 3 } as const;

export type DiscountScope = (typeof discountScopes)[keyof typeof discountScopes];

/** A discount of the whole document; the deducted amount is at least 0. */
export interface OrderDiscountInput {
  readonly amount: TenThousandths;
  readonly applyTo: DiscountScope;
}

/** A shipment's price before tax and its deducted amounts, each at least 0. */
export interface ShipmentInput {
  readonly price: TenThousandths;
  readonly discounts: readonly TenThousandths[];
  readonly taxes: readonly TaxInput[];
}

/** The payment system's price before tax; negative for a discount. */
export interface PaymentInput {
  readonly price: TenThousandths;
  readonly taxes: readonly TaxInput[];
}

/** Input of the computation of a document's amounts. */
export interface TotalsInput {
  /** Decimals of the document's currency in ISO 4217. */
  readonly minorDigits: number;
  /** Reverse charge of the order or of its billing address. */
  readonly isReverseCharge: boolean;
  /** `re` of the billing address: the equivalence surcharge is charged. */
  readonly hasSurcharge: boolean;
  /** `tax` of the billing address. */
  readonly isTaxable: boolean;
  readonly rows: readonly RowInput[];
  readonly orderDiscounts: readonly OrderDiscountInput[];
  readonly shipments: readonly ShipmentInput[];
  readonly payment: PaymentInput | undefined;
  /** The amount that each voucher pays. */
  readonly voucherAmounts: readonly TenThousandths[];
  /**
   * The computed subtotal less the supplied one. It is shared over rows and shipments like a basket discount; a
   * negative difference is added to them. Default: 0.
   */
  readonly subtotalDifference?: TenThousandths;
}
