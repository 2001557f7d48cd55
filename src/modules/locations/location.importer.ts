import { Injectable } from '@nestjs/common';
import { orThrow } from '../../core/errors';
import { CatalogRepository } from '../../platform/catalog';
import {
  createSequentialRunner,
  defineResourceImport,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
} from '../../platform/data-transfer/imports';
import { LocationImportDto } from './location.dto';
import { PhysicalLocation } from './location.entity';
import { locationRecord } from './location.record';
import { LocationsService } from './locations.service';

/**
 * Creates the import definition of physical locations. The records contain the API's create body and the zone as a
 * reference.
 */
function createLocationImportDefinition(locations: LocationsService, catalog: CatalogRepository) {
  const plan = locationRecord.getLoadPlan();
  return defineResourceImport({
    type: 'location',
    dto: LocationImportDto,
    updatedAtOwner: { entity: PhysicalLocation },
    provisionalRow: {
      entity: PhysicalLocation,
      toRow: ({ content }) => ({ ...content, zoneId: content?.locationId ?? null }),
    },
    toCompleteRecords: async (values: readonly LocationImportDto[]) => {
      const zones = await catalog.lookUpReferences(
        'zone',
        values.flatMap(({ zone }) => zone ?? []),
      );
      return values.map(({ languages = [], zone, ...value }) => {
        if (!zone) return { ...value, languages };
        return { ...value, languages, locationId: orThrow(zones.resolve(zone, '/zone')).id };
      });
    },
    findStoredRecords: async (pIds) => (await locations.listByPIds(pIds, plan)).map(toImportRecord),
    create: createSequentialRunner((value) => locations.create(value)),
    update: (id, value) => locations.update(id, value, { textMode: 'replace' }),
  });
}

/** Converts a stored location to the form of an import record. */
function toImportRecord({ zoneId, ...location }: PhysicalLocation) {
  return { ...location, locationId: zoneId ?? 0 };
}

/** Imports physical locations. */
@Injectable()
@ImportTypeRegistrar()
export class LocationImporter implements ImportTypeRegistrar {
  constructor(
    private readonly locations: LocationsService,
    private readonly catalog: CatalogRepository,
  ) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(createLocationImportDefinition(this.locations, this.catalog), {
      remover: this.locations,
    });
  }
}
