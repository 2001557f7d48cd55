import { toCountryCode } from '../../../core/countries';
import { addressTypes } from '../../../core/person-codes';
import { deliveryTypes } from './document-kinds';
import type { DocumentAddress } from './entities/document-address.entity';
import type { SalesDocument } from './entities/document.entity';

type Destination = Pick<SalesDocument, 'delivery'> & {
  readonly addresses: readonly Pick<DocumentAddress, 'type' | 'countryCode'>[];
};

/** Returns the country of the pick-up location, else of the shipping address, else of the billing address; or "". */
export function toDeliveryCountry({ delivery, addresses }: Destination): string {
  if (delivery?.type === deliveryTypes.picking && delivery.location) {
    return toCountryCode(delivery.location.countryId) ?? '';
  }
  const find = (wanted: number) => addresses.find(({ type }) => type === wanted)?.countryCode;
  return find(addressTypes.shipping) ?? find(addressTypes.billing) ?? '';
}
