import { toCountryCode } from '../../../core/countries';
import { addressTypes } from '../../../core/user-codes';
import { deliveryTypes } from './document-kinds';
import type { DocumentAddress } from './entities/document-address.entity';
import type { SalesDocument } from './entities/document.entity';

type DocumentWithDelivery = Pick<SalesDocument, 'delivery'> & {
  readonly addresses: readonly Pick<DocumentAddress, 'type' | 'countryCode'>[];
};

/** Returns the country of the pick-up location, else of the shipping address, else of the billing address; or "". */
export function toDeliveryCountry({ delivery, addresses }: DocumentWithDelivery): string {
  if (delivery?.type === deliveryTypes.picking && delivery.location) {
    return toCountryCode(delivery.location.countryId) ?? '';
  }
  const findCountryCode = (addressType: number) =>
    addresses.find(({ type }) => type === addressType)?.countryCode;
  return findCountryCode(addressTypes.shipping) ?? findCountryCode(addressTypes.billing) ?? '';
}
