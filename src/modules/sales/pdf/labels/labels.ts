import type { DocumentKind } from '../../documents';

/** Kinds of PDFs: a sales document, or a shipment of an order. */
export type PdfKind = DocumentKind | 'shipment';

/** All fixed texts of PDFs in one language. `{}` is a placeholder. */
export interface Labels {
  /** Whether the language is written from right to left. */
  readonly isRightToLeft?: true;
  /** Name of the document; also used for references to it. */
  readonly titles: Readonly<Record<PdfKind, string>>;
  readonly number: string;
  /** Label of the invoice that a credit note corrects. */
  readonly correctedInvoice: string;
  /** Title of a simplified invoice. */
  readonly simplifiedInvoice: string;
  /** Title of a credit note of a simplified invoice (RD 1619/2012, article 15.5). */
  readonly simplifiedCreditNote: string;
  /** Added to the title of an annulled document. */
  readonly annulled: string;
  /** Label of the simplified invoice that a full one replaces. */
  readonly replacedInvoice: string;
  /** Label of the reason for the correction: `goodsReturned` or `chargesRefunded`. */
  readonly causeOfCorrection: string;
  readonly goodsReturned: string;
  readonly chargesRefunded: string;
  readonly date: string;
  readonly deliveryDate: string;
  /** The date of supply of an invoice or credit note (Directive 2006/112/EC, article 226 (7)). */
  readonly supplyDate: string;
  readonly customerNumber: string;
  readonly currency: string;

  readonly billTo: string;
  readonly shipTo: string;
  readonly collectionPoint: string;
  /** Label of the location where returned goods are handed in. */
  readonly returnPoint: string;
  readonly vatNumber: string;
  /** Label of the seller's number in the commercial register. */
  readonly registrationNumber: string;
  readonly taxNumber: string;
  readonly phone: string;

  readonly sku: string;
  readonly item: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly discount: string;
  readonly tax: string;
  readonly amount: string;
  /** Note of a row that is a gift. */
  readonly gift: string;
  /** Name of a credit note's line that credits an amount, before the name of the goods. */
  readonly priceReduction: string;

  readonly shipping: string;
  readonly payment: string;
  readonly voucher: string;

  readonly items: string;
  readonly orderDiscount: string;
  /** Amount by which a given total exceeds its parts. */
  readonly adjustment: string;
  readonly subtotal: string;
  readonly taxes: string;
  /** `{}`: the code of the seller's currency. */
  readonly taxesIn: string;
  readonly totalWithTaxes: string;
  readonly total: string;
  readonly amountPaid: string;
  readonly amountDue: string;
  readonly totalCredit: string;
  readonly rounding: string;
  /** The part of a credit that is refunded in money. */
  readonly refundedInMoney: string;

  readonly base: string;
  readonly rate: string;
  // In place of the rate of an untaxed amount, unless the rate itself is zero.
  readonly rateExempt: string;
  readonly rateReverseCharge: string;
  readonly rateNotSubject: string;
  readonly surchargeRate: string;
  readonly surcharge: string;

  readonly delivery: string;
  /** Heading of the shipping method of returned goods. */
  readonly returnDelivery: string;
  /** `{}`: the number of packages. */
  readonly packages: string;
  readonly tracking: string;
  readonly paymentMethod: string;
  readonly transaction: string;
  /** `{}`: the date. */
  readonly paidOn: string;
  readonly paid: string;
  readonly unpaid: string;

  readonly comment: string;
  // Reasons for exemptions from VAT (Directive 2006/112/EC, article 226 (11) to (14)).
  readonly reverseCharge: string;
  readonly exempt: string;
  readonly intraCommunity: string;
  readonly exported: string;
  readonly notSubject: string;
  readonly marginTravel: string;
  readonly marginSecondHand: string;
  readonly marginArt: string;
  readonly marginAntiques: string;
  /** The statement that the recipient signs on a delivery note. */
  readonly received: string;
  readonly signature: string;
}
