import { countryCode } from '../../../core/countries';
import { addressTypes } from '../../../core/person-codes';
import { deliveryTypes, type HeadquarterSnapshot } from '../documents';
import type { EDocumentAddress, EDocumentSource } from './source';
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

/** A source with who its parties are, and where its goods go. */
export interface Facts extends EDocumentSource {
  readonly seller: Partial<HeadquarterSnapshot>;
  readonly buyer: Partial<EDocumentAddress>;
  /** Undefined: to the buyer's address. */
  readonly place: DeliveryPlace | undefined;
  readonly vat: VatSetting;
}

/** What follows from a source about its parties. */
export function factsOf(source: EDocumentSource): Facts {
  const { document } = source;
  const seller: Facts['seller'] = document.headquarter ?? {};
  const buyer: Facts['buyer'] = addressOf(source, addressTypes.billing) ?? {};
  const place = placeOf(source);
  return {
    ...source,
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

function addressOf({ document }: EDocumentSource, type: number): EDocumentAddress | undefined {
  return document.addresses.find((address) => address.type === type);
}

/** The shop that goods are collected at, or the shipping address. */
function placeOf(source: EDocumentSource): DeliveryPlace | undefined {
  const { delivery } = source.document;
  if (delivery?.type === deliveryTypes.picking && delivery.location) {
    const { name, address, city, postalCode, state, countryId } = delivery.location;
    const country = countryCode(countryId) ?? '';
    return { name, street: address, addition: '', city, postalCode, state, countryCode: country };
  }
  const shipping = addressOf(source, addressTypes.shipping);
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
export function personOf({ firstName = '', lastName = '' }: Partial<EDocumentAddress>): string {
  return `${firstName} ${lastName}`.trim();
}

/** Street and number. */
export function streetOf({ address = '', number = '' }: Partial<EDocumentAddress>): string {
  return `${address} ${number}`.trim();
}
