import { createLoadPlan } from '../../core/load-plan';
import { zoneNames } from '../../platform/catalog';
import {
  createPidResolver,
  exportResource,
  REMOVE_FIRST,
  type ExportSource,
} from '../../platform/data-transfer/imports';
import { LocationImportDto } from './location.dto';
import { PhysicalLocation } from './location.entity';

/** Resolves physical locations by the names that import records use. */
export const locationNames = createPidResolver('physicalLocation', PhysicalLocation);

/** Exports physical locations. */
export const locationExportSources: readonly ExportSource[] = [
  {
    entity: PhysicalLocation,
    changeKinds: ['location'],
    removalPolicy: REMOVE_FIRST,
    recordTypes: [
      exportResource('location', PhysicalLocation, LocationImportDto, {
        members: ['locationId', 'zone'],
        plan: createLoadPlan(PhysicalLocation, ['zoneId']),
        serialize: ({ zoneId }, { names }) => {
          const zone = names.findName(zoneNames, zoneId);
          return zone === undefined ? {} : { zone: { pId: zone } };
        },
      }),
    ],
  },
];
