import { defineError, ReferenceNotFound } from '../../core/errors';
import type { CatalogRepository } from './catalog.repository';

/** A zone and a country of a request, which have to match. */
export interface ZoneReference {
  /** 0 means no zone. */
  readonly zoneId: number;
  readonly countryCode: string;
  /** JSON pointer for the error. */
  readonly pointer: string;
}

/** 422: a zone has to belong to the country. */
export const ZoneCountryMismatch = defineError<ZoneReference>({
  code: 'zone.otherCountry',
  status: 422,
  title: 'The zone belongs to another country',
  remedy: 'Send a zone of the country, or the country of the zone.',
  detail: ({ zoneId, countryCode }) =>
    `The zone ${zoneId} doesn't belong to the country ${countryCode}.`,
});

/**
 * Requires that zones exist and belong to their countries, with one query.
 * @throws ReferenceNotFound, ZoneCountryMismatch
 */
export async function requireZonesInCountries(
  catalog: CatalogRepository,
  references: readonly ZoneReference[],
): Promise<void> {
  const zoned = references.filter(({ zoneId }) => zoneId !== 0);
  const ids = zoned.map(({ zoneId }) => zoneId);
  const zones = new Map((await catalog.listByIds('zone', ids)).map((zone) => [zone.id, zone]));
  for (const zoneReference of zoned) {
    const { zoneId: reference, countryCode, pointer } = zoneReference;
    const zone = zones.get(reference);
    if (!zone) throw new ReferenceNotFound({ resource: 'zone', pointer, reference });
    if (zone.countryCode !== countryCode) throw new ZoneCountryMismatch(zoneReference);
  }
}
