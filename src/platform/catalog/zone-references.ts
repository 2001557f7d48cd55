import { defineError, ReferenceNotFound } from '../../core/errors';
import type { Catalog } from './catalog';

/** A zone and a country that stand together in a request. */
export interface ZoneReference {
  /** 0: none. */
  readonly zoneId: number;
  readonly countryCode: string;
  /** Where the request says what may be wrong. */
  readonly pointer: string;
}

/** 422: the zone of a place is a zone of its country. */
export const ZoneCountryMismatch = defineError<ZoneReference>({
  code: 'zone.otherCountry',
  status: 422,
  title: 'The zone is of another country',
  remedy: 'Name a zone of the country, or the other country.',
  detail: ({ zoneId, countryCode }) =>
    `The zone ${zoneId} is no zone of the country ${countryCode}.`,
  pointer: ({ pointer }) => pointer,
});

/** Requires that zones are there, and in the countries they stand with; one query. @throws ReferenceNotFound, ZoneCountryMismatch */
export async function requireZones(
  catalog: Catalog,
  places: readonly ZoneReference[],
): Promise<void> {
  const zoned = places.filter(({ zoneId }) => zoneId !== 0);
  const ids = zoned.map(({ zoneId }) => zoneId);
  const zones = new Map((await catalog.listByIds('zone', ids)).map((zone) => [zone.id, zone]));
  for (const place of zoned) {
    const { zoneId: reference, countryCode, pointer } = place;
    const zone = zones.get(reference);
    if (!zone) throw new ReferenceNotFound({ resource: 'zone', pointer, reference });
    if (zone.countryCode !== countryCode) throw new ZoneCountryMismatch(place);
  }
}
