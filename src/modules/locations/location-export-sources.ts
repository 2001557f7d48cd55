import { createLoadPlan } from '../../core/load-plan';
import { zoneNameResolver } from '../../platform/catalog';
import {
  createPidResolver,
  defineResourceExport,
  RENAMABLE_REMOVED_FIRST,
  type ExportSource,
} from '../../platform/data-transfer/imports';
import { LocationImportDto } from './location.dto';
import { PhysicalLocation } from './location.entity';

/** Resolves physical locations by the names that import records use. */
export const locationPidResolver = createPidResolver('physicalLocation', PhysicalLocation);

/** Exports physical locations. */
export const locationExportSources: readonly ExportSource[] = [
  {
    entity: PhysicalLocation,
    journalKinds: ['location'],
    removalPolicy: RENAMABLE_REMOVED_FIRST,
    recordTypes: [
      defineResourceExport('location', PhysicalLocation, LocationImportDto, {
        customMembers: ['locationId', 'zone'],
        plan: createLoadPlan(PhysicalLocation, ['zoneId']),
        serialize: ({ zoneId }, { names }) => {
          const zone = names.findName(zoneNameResolver, zoneId);
          return zone === undefined ? {} : { zone: { pId: zone } };
        },
      }),
    ],
  },
];
