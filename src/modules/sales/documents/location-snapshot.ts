import { toNumericCountryCode } from '../../../core/countries';
import type { ReferencedLocation } from '../../locations';
import type { LocationSnapshot } from './entities/snapshots';

/** Copies the current data of a shop or pick-up point for storage in a document. */
export function toLocationSnapshot({
  countryCode,
  zoneId,
  ...location
}: ReferencedLocation): LocationSnapshot {
  const { id, pId, name, address, city, postalCode, state, latitude, longitude } = location;
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
    countryId: toNumericCountryCode(countryCode),
    locationId: zoneId ?? 0,
  };
}
