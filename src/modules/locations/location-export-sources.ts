import { createLoadPlan } from '../../core/load-plan';
import { zoneNames } from '../../platform/catalog';
import {
  createPidResolver,
  exportRecords,
  REMOVE_FIRST,
  type ExportSource,
} from '../../platform/data-transfer/imports';
import { PhysicalLocation } from './location.entity';

/** Resolves physical locations by the names that import records use. */
export const locationNames = createPidResolver('physicalLocation', PhysicalLocation);

const locationPlan = createLoadPlan(
  PhysicalLocation,
  [
    'pId',
    'countryCode',
    'name',
    'active',
    'visibleOnMap',
    'address',
    'city',
    'state',
    'postalCode',
    'zoneId',
    'latitude',
    'longitude',
    'phone',
    'email',
    'notificationEmail',
  ],
  {
    languages: [
      'languageCode',
      'information',
      'bannerAlt',
      'bannerImage',
      'destinationUrl',
      'linkFollowing',
    ],
  },
);

/** Exports physical locations. */
export const locationExportSources: readonly ExportSource[] = [
  {
    entity: PhysicalLocation,
    changeKinds: ['location'],
    removalPolicy: REMOVE_FIRST,
    recordTypes: [
      exportRecords(
        'location',
        PhysicalLocation,
        locationPlan,
        ({ id: _id, zoneId, languages, ...location }, { names }) => {
          const zone = names.findName(zoneNames, zoneId);
          return {
            ...location,
            ...(zone !== undefined && { zone: { pId: zone } }),
            languages: languages.map(({ id: _text, ...text }) => text),
          };
        },
      ),
    ],
  },
];
