import type { VatCategory } from '../../../../core/e-invoicing-codes';
import type { TenThousandths, Millionths } from '../../../../core/money';
import type { PaymentMeans } from '../../../../platform/catalog';
import type { SubmissionState } from './verifactu-states';

// Snapshots that are stored as JSON in the document, because they are only read together with it.

/** The company's office that a document belongs to. */
export interface HeadquarterSnapshot {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly countryCode: string;
  readonly state: string;
  readonly postalCode: string;
  readonly phone: string;
  readonly email: string;
  readonly vat: string;
  readonly logo: string;
  readonly legalName?: string;
  readonly registrationNumber?: string;
  readonly registrationScheme?: string;
  readonly electronicAddress?: string;
  readonly electronicAddressScheme?: string;
}

/** A tax of a shipment or of the payment, with the rates that apply to the customer. */
export interface ChargeTax {
  readonly id: number;
  readonly pId: string;
  readonly name: string;
  readonly rate: Millionths;
  /** Rate of the equivalence surcharge (recargo de equivalencia). */
  readonly reRate: Millionths;
  readonly category?: VatCategory;
  readonly exemptionCode?: string;
  readonly exemptionReason?: string;
}

export interface PaymentSnapshot {
  readonly price: TenThousandths;
  readonly taxes: readonly ChargeTax[];
  /** Payment means of the payment system. */
  readonly means?: PaymentMeans;
}

/** Data of a shop or pick-up point at the time of the document. */
export interface LocationSnapshot {
  readonly id: number;
  readonly pId: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly postalCode: string;
  readonly state: string;
  readonly countryId: number;
  readonly locationId: number;
  readonly latitude: number;
  readonly longitude: number;
}

export interface DeliverySnapshot {
  /** 0 shipping, 1 picking. */
  readonly type: number;
  /** ISO 3166-1 numeric code of the destination. */
  readonly countryId: number;
  readonly location?: LocationSnapshot;
}

/** A discount of a shipment. */
export interface ShippingDiscount {
  readonly id: number;
  readonly name: string;
  /** The deducted amount. */
  readonly amount: TenThousandths;
  /** Unit of `value`: 1 absolute, 2 percentage. */
  readonly amountType: number;
  /** Millionths of an amount or of a percent. */
  readonly value: number;
  readonly code: string;
  readonly description: string;
  readonly applyTo: number;
}

/** Shipping method and costs of an order's shipment, kept by a document that was generated from the order. */
export interface ShippingSnapshot {
  /** Id of the order's shipment. */
  readonly id: number;
  readonly name: string;
  readonly shippingTypeId: number | null;
  readonly shippingTypePId: string | null;
  readonly shippingTypeName: string;
  readonly packages: number;
  /** Price before tax and before discounts. */
  readonly price: TenThousandths;
  /** Price before tax, less its own discounts and the order's discounts on shipping. */
  readonly netPrice: TenThousandths;
  /** The shipment's share of the order's discounts on the total. */
  readonly share: TenThousandths;
  readonly taxes: readonly ChargeTax[];
  readonly discounts: readonly ShippingDiscount[];
}

/** A carrier's report about a shipment. Instants are ISO 8601 in UTC. */
export interface Tracking {
  readonly lastUpdate: string | null;
  readonly packages: readonly TrackedPackage[];
  readonly pickupDate: string | null;
  readonly properties: readonly NamedValue[];
}

export interface TrackedPackage {
  readonly activity: readonly TrackedActivity[];
  readonly lastUpdate: string | null;
  readonly weight: number;
  readonly weightUnits: string;
}

/** An event of a package. */
export interface TrackedActivity {
  readonly dateTime: string | null;
  readonly description: string;
  readonly properties: readonly NamedValue[];
  readonly status: string;
}

export interface MarketplaceSnapshot {
  readonly id: number;
  readonly pluginId: number;
}

export interface SalesAgentSnapshot {
  readonly id: number;
  readonly pId: string;
  /** Millionths of a percent. */
  readonly percentCommission: Millionths;
  readonly commissionPaid: boolean;
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** Run of an action that a status change has started (`STATUSES[].ACTIONS`). */
export interface StatusActionRun {
  readonly actionId: number;
  readonly actionType: number;
  /** 0 pending, 1 done, 2 failed. */
  readonly status: number;
  readonly parameters: readonly NamedValue[];
  readonly settingId: number;
}

/** The latest invoicing record of a document. */
export interface VerifactuSnapshot {
  readonly hash: string;
  readonly state: SubmissionState;
  /** Address at AEAT that confirms the document, for its QR code. */
  readonly url: string;
}
