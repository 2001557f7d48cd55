import { toCountryNumber } from '../../../core/countries';
import type { ReferencedLocation } from '../../locations';
import type { LocationSnapshot } from './entities/snapshots';

/** Copies the current data of a shop or pick-up point for storage in a document. */
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
