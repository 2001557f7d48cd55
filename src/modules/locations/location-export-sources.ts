import { createLoadPlan } from '../../core/load-plan';
import { zonePidResolver } from '../../platform/catalog';
import {
  createPidResolver,
  defineResourceExport,
  REMOVE_BEFORE_CHANGES_RENAME_BY_PID,
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
    removalReplay: REMOVE_BEFORE_CHANGES_RENAME_BY_PID,
    recordTypes: [
      defineResourceExport('location', PhysicalLocation, LocationImportDto, {
        membersNotFromColumns: ['locationId', 'zone'],
        plan: createLoadPlan(PhysicalLocation, ['zoneId']),
        serialize: ({ zoneId }, { naturalKeys }) => {
          const zone = naturalKeys.findNaturalKey(zonePidResolver, zoneId);
          return zone === undefined ? {} : { zone: { pId: zone } };
        },
      }),
    ],
  },
];
