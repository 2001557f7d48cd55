import {
  computedListField,
  instantField,
  recordListField,
  numberField,
  defineRecord,
  type RecordField,
  stringField,
} from '../../../../api';
import type { Shipment } from '../entities/shipment.entity';
import type { TrackedActivity, TrackedPackage, Tracking } from '../entities/snapshots';
import { toVisibleTrackings } from '../trackings/trackings';
import { namedValueRecord } from './status-entry.record';

/** An instant that is stored as ISO 8601 text. */
const instantFromText = <K extends string>(property: K) =>
  instantField<{ readonly [P in K]: string | null }>({
    compute: ({ [property]: text }) => (text === null ? null : new Date(text)),
    columns: [property],
  });

const activityRecord = defineRecord<TrackedActivity>()('trackedActivity', {
  DATETIME: instantFromText('dateTime'),
  DESCRIPTION: stringField('description'),
  PROPERTIES: recordListField('properties', namedValueRecord, { storage: 'column' }),
  STATUS: stringField('status'),
});

const packageRecord = defineRecord<TrackedPackage>()('trackedPackage', {
  ACTIVITY: recordListField('activity', activityRecord, { storage: 'column' }),
  LASTUPDATE: instantFromText('lastUpdate'),
  WEIGHT: numberField('weight'),
  WEIGHTUNITS: stringField('weightUnits'),
});

const trackingRecord = defineRecord<Tracking>()('tracking', {
  LASTUPDATE: instantFromText('lastUpdate'),
  PACKAGES: recordListField('packages', packageRecord, { storage: 'column' }),
  PICKUPDATE: instantFromText('pickupDate'),
  PROPERTIES: recordListField('properties', namedValueRecord, { storage: 'column' }),
});

/** TRACKINGS of a shipment. */
export function shipmentTrackingsField(): RecordField<Shipment, object[]> {
  return computedListField<Shipment, Tracking, object>(trackingRecord, {
    compute: toVisibleTrackings,
    columns: ['trackings', 'trackingNumber'],
  });
}
