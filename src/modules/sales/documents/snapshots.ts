import type { Money, Rate } from '../../../core/money';

// What is shown only together with its document, kept as JSON as it was when the document was made.

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
}

/** A tax of a shipment or of the payment, with the rates that count for the customer. */
export interface PartTax {
  readonly id: number;
  readonly pId: string;
  readonly name: string;
  readonly rate: Rate;
  readonly reRate: Rate;
}

export interface PaymentSnapshot {
  readonly price: Money;
  readonly taxes: readonly PartTax[];
}

/** A shop or pick-up point as it was. */
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
  /** ISO 3166-1 numeric code of where it goes. */
  readonly countryId: number;
  readonly location?: LocationSnapshot;
}

export interface MarketplaceSnapshot {
  readonly id: number;
  readonly pluginId: number;
}

export interface SalesAgentSnapshot {
  readonly id: number;
  readonly pId: string;
  /** Millionths of a percent. */
  readonly percentCommission: Rate;
  readonly commissionPaid: boolean;
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** What a status change has set off (`STATUSES[].ACTIONS`). */
export interface StatusActionRun {
  readonly actionId: number;
  readonly actionType: number;
  /** 0 pending, 1 done, 2 failed. */
  readonly status: number;
  readonly parameters: readonly NamedValue[];
  readonly settingId: number;
}
