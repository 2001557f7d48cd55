import { Injectable } from '@nestjs/common';
import { orThrow } from '../../core/errors';
import { Catalog } from '../../platform/catalog';
import {
  runSequentially,
  defineResourceImport,
  type ImportRecordTypes,
  ImportSource,
} from '../../platform/data-transfer/imports';
import { LocationImportDto } from './location.dto';
import { PhysicalLocation } from './location.entity';
import { locationRecord } from './location.record';
import { LocationsService } from './locations.service';

/**
 * Creates the importer of physical locations. Its records contain the API's create body and the zone as a reference.
 */
function createLocationImporter(locations: LocationsService, catalog: Catalog) {
  const plan = locationRecord.plan();
  return defineResourceImport({
    type: 'location',
    dto: LocationImportDto,
    timestamped: { entity: PhysicalLocation },
    dryRunRows: {
      entity: PhysicalLocation,
      toRow: ({ content }) => ({ ...content, zoneId: content?.locationId ?? null }),
    },
    toCompleteRecords: async (values: readonly LocationImportDto[]) => {
      const zones = await catalog.resolve(
        'zone',
        values.flatMap(({ zone }) => zone ?? []),
      );
      return values.map(({ languages = [], zone, ...value }) => {
        if (!zone) return { ...value, languages };
        return { ...value, languages, locationId: orThrow(zones.find(zone, '/zone')).id };
      });
    },
    find: async (pIds) => (await locations.listByPIds(pIds, plan)).map(toImportForm),
    create: runSequentially((value) => locations.create(value)),
    update: (id, value) => locations.update(id, value, 'replace'),
  });
}

/** Converts a stored location to the form of an import record. */
function toImportForm({ zoneId, ...location }: PhysicalLocation) {
  return { ...location, locationId: zoneId ?? 0 };
}

/** Imports physical locations. */
@Injectable()
@ImportSource()
export class LocationImporter implements ImportSource {
  constructor(
    private readonly locations: LocationsService,
    private readonly catalog: Catalog,
  ) {}

  registerImports(types: ImportRecordTypes): void {
    types.register(createLocationImporter(this.locations, this.catalog), this.locations);
  }
}
