import { toCountryCode } from '../../../core/countries';
import { addressTypes } from '../../../core/user-codes';
import { deliveryTypes, toDeliveryCountry } from '../documents';
import type { HeadquarterSnapshot } from '../documents/entities/snapshots';
import type {
  EDocumentSourceDocument,
  EDocumentAddress,
  EDocumentSource,
} from './e-document-source';
import type { VatCategoryInputs } from './vat-classes';

/** Address that the goods are delivered to. */
export interface DeliveryAddress {
  readonly name: string;
  readonly street: string;
  readonly addressLine2: string;
  readonly city: string;
  readonly postalCode: string;
  readonly state: string;
  readonly countryCode: string;
}

/** Seller, buyer and place of delivery, with the VAT context that follows from them. */
export interface EDocumentParties {
  readonly seller: Partial<HeadquarterSnapshot>;
  readonly buyer: Partial<EDocumentAddress>;
  /** Undefined: delivery to the buyer's address. */
  readonly deliveryAddress: DeliveryAddress | undefined;
  readonly vatCategoryInputs: VatCategoryInputs;
}

/** A source and its parties. */
export interface EDocumentWithParties extends EDocumentSource, EDocumentParties {}

export function addParties(source: EDocumentSource): EDocumentWithParties {
  return { ...source, ...toParties(source.document) };
}

/** A document with its parties; their electronic addresses and registrations may not be loaded. */
type DocumentWithParties = Pick<
  EDocumentSourceDocument,
  'headquarter' | 'delivery' | 'reverseChargeVat'
> & {
  readonly addresses: readonly PartyAddress[];
};

type PartyAddress = Omit<
  EDocumentAddress,
  | 'id'
  | 'documentId'
  | 'electronicAddress'
  | 'electronicAddressScheme'
  | 'registrationNumber'
  | 'registrationScheme'
>;

export function toParties(document: DocumentWithParties): EDocumentParties {
  const seller: EDocumentParties['seller'] = document.headquarter ?? {};
  const buyer: EDocumentParties['buyer'] = findAddress(document, addressTypes.billing) ?? {};
  const deliveryAddress = findDeliveryAddress(document);
  return {
    seller,
    buyer,
    deliveryAddress,
    vatCategoryInputs: {
      isReverseCharge: document.reverseChargeVat || buyer.reverseChargeVat === true,
      isBuyerTaxable: buyer.tax !== false,
      hasBuyerVat: (buyer.vat ?? '') !== '',
      sellerCountry: seller.countryCode ?? '',
      deliveryCountry: toDeliveryCountry(document),
    },
  };
}

function findAddress({ addresses }: DocumentWithParties, type: number): PartyAddress | undefined {
  return addresses.find((address) => address.type === type);
}

/** Finds the pick-up location, or else the shipping address. */
function findDeliveryAddress(document: DocumentWithParties): DeliveryAddress | undefined {
  const { delivery } = document;
  if (delivery?.type === deliveryTypes.picking && delivery.location) {
    const { name, address, city, postalCode, state, countryId } = delivery.location;
    const country = toCountryCode(countryId) ?? '';
    return {
      name,
      street: address,
      addressLine2: '',
      city,
      postalCode,
      state,
      countryCode: country,
    };
  }
  const shipping = findAddress(document, addressTypes.shipping);
  if (!shipping) return undefined;
  const { city, postalCode, state } = shipping;
  return {
    city,
    postalCode,
    state,
    countryCode: shipping.countryCode,
    name: shipping.company || toPersonName(shipping),
    street: toStreetLine(shipping),
    addressLine2: shipping.addressAdditionalInformation,
  };
}

/** Joins first and last name. */
export function toPersonName({ firstName = '', lastName = '' }: Partial<EDocumentAddress>): string {
  return `${firstName} ${lastName}`.trim();
}

/** Joins street and number. */
export function toStreetLine({ address = '', number = '' }: Partial<EDocumentAddress>): string {
  return `${address} ${number}`.trim();
}
