import { toCountryNumber } from '../../../../core/countries';
import { type DeliverySnapshot, toLocationSnapshot } from '../../documents';
import type { OrderLineDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';

/**
 * How an order reaches its customer: sent to the country of the shipping address, or picked up at a place.
 * @throws ReferenceNotFound, ReferenceMismatch
 */
export function toDeliverySnapshot(
  { delivery, user }: OrderLineDto,
  lookups: OrderLookups,
): DeliverySnapshot {
  const { type = 0, physicalLocation } = delivery ?? {};
  const { countryCode } = user.shippingAddress ?? user.billingAddress;
  const snapshot = { type, countryId: toCountryNumber(countryCode) };
  if (!physicalLocation) return snapshot;
  const place = lookups.getLocation(physicalLocation, '/delivery/physicalLocation');
  return { ...snapshot, location: toLocationSnapshot(place) };
}
