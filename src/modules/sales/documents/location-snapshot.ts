import { toCountryNumber } from '../../../core/countries';
import type { ReferencedLocation } from '../../locations';
import type { LocationSnapshot } from './entities/snapshots';

/** A shop or pick-up point as it is now, for a document to keep. */
export function toLocationSnapshot({
  countryCode,
  zoneId,
  ...place
}: ReferencedLocation): LocationSnapshot {
  const { id, pId, name, address, city, postalCode, state, latitude, longitude } = place;
  return {
    id,
    pId,
    name,
    address,
    city,
    postalCode,
    state,
    latitude,
    longitude,
    countryId: toCountryNumber(countryCode),
    locationId: zoneId ?? 0,
  };
}
