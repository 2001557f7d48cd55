import { countryCode } from '../../../core/countries';
import { addressTypes } from '../../../core/person-codes';
import {
  deliveryTypes,
  type DocumentAddress,
  type HeadquarterSnapshot,
  type SalesDocument,
} from '../documents';
import type { EDocumentSource } from './source';
import type { VatSetting } from './vat';

/** Where goods go. */
export interface DeliveryPlace {
  readonly name: string;
  readonly street: string;
  readonly addition: string;
  readonly city: string;
  readonly postalCode: string;
  readonly state: string;
  readonly countryCode: string;
}

/** The seller, the buyer, the place of delivery, and what they decide about the VAT. */
export interface Parties {
  readonly seller: Partial<HeadquarterSnapshot>;
  readonly buyer: Partial<DocumentAddress>;
  /** Undefined: to the buyer's address. */
  readonly place: DeliveryPlace | undefined;
  readonly vat: VatSetting;
}

/** A source and its parties. */
export interface Facts extends EDocumentSource, Parties {}

export function factsOf(source: EDocumentSource): Facts {
  return { ...source, ...partiesOf(source.document) };
}

/** @param document with its headquarter, its delivery and its addresses */
export function partiesOf(document: SalesDocument): Parties {
  const seller: Parties['seller'] = document.headquarter ?? {};
  const buyer: Parties['buyer'] = addressOf(document, addressTypes.billing) ?? {};
  const place = placeOf(document);
  return {
    seller,
    buyer,
    place,
    vat: {
      isReversed: document.reverseChargeVat || buyer.reverseChargeVat === true,
      isTaxable: buyer.tax !== false,
      hasBuyerVat: (buyer.vat ?? '') !== '',
      sellerCountry: seller.countryCode ?? '',
      deliveryCountry: place?.countryCode ?? buyer.countryCode ?? '',
    },
  };
}

function addressOf({ addresses }: SalesDocument, type: number): DocumentAddress | undefined {
  return addresses.find((address) => address.type === type);
}

/** The shop that goods are collected at, or the shipping address. */
function placeOf(document: SalesDocument): DeliveryPlace | undefined {
  const { delivery } = document;
  if (delivery?.type === deliveryTypes.picking && delivery.location) {
    const { name, address, city, postalCode, state, countryId } = delivery.location;
    const country = countryCode(countryId) ?? '';
    return { name, street: address, addition: '', city, postalCode, state, countryCode: country };
  }
  const shipping = addressOf(document, addressTypes.shipping);
  if (!shipping) return undefined;
  const { city, postalCode, state } = shipping;
  return {
    city,
    postalCode,
    state,
    countryCode: shipping.countryCode,
    name: shipping.company || personOf(shipping),
    street: streetOf(shipping),
    addition: shipping.addressAdditionalInformation,
  };
}

/** First and last name. */
export function personOf({ firstName = '', lastName = '' }: Partial<DocumentAddress>): string {
  return `${firstName} ${lastName}`.trim();
}

/** Street and number. */
export function streetOf({ address = '', number = '' }: Partial<DocumentAddress>): string {
  return `${address} ${number}`.trim();
}
