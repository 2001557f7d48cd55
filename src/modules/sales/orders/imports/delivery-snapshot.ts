import { toNumericCountryCode } from '../../../../core/countries';
import { toLocationSnapshot } from '../../documents';
import type { DeliverySnapshot } from '../../documents/entities/snapshots';
import type { OrderLineDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';

/**
 * Creates the delivery snapshot of an order: shipped to the country of the address, or picked up at a location.
 * @throws ReferenceNotFound, ReferenceMismatch
 */
export function toDeliverySnapshot(
  { delivery, user }: OrderLineDto,
  lookups: OrderLookups,
): DeliverySnapshot {
  const { type = 0, physicalLocation } = delivery ?? {};
  const { countryCode } = user.shippingAddress ?? user.billingAddress;
  const snapshot = { type, countryId: toNumericCountryCode(countryCode) };
  if (!physicalLocation) return snapshot;
  const location = lookups.getLocation(physicalLocation, '/delivery/physicalLocation');
  return { ...snapshot, location: toLocationSnapshot(location) };
}
