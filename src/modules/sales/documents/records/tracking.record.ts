import { computedField, instantField, recordListField, numberField, defineRecord, type RecordField, stringField } from '../../../../api';
import type { Shipment } from '../entities/shipment.entity';
import type { TrackedActivity, TrackedPackage, Tracking } from '../entities/snapshots';
import { shownTrackings } from '../trackings/trackings';
import { namedValueRecord } from './status-entry.record';

/** An instant that is kept as text. */
const instantIn = <K extends string>(property: K) =>
  instantField<{ readonly [P in K]: string | null }>({
    from: ({ [property]: text }) => (text === null ? null : new Date(text)),
    needs: [property],
  });

const activityRecord = defineRecord<TrackedActivity>()('trackedActivity', {
  DATETIME: instantIn('dateTime'),
  DESCRIPTION: stringField('description'),
  PROPERTIES: recordListField('properties', namedValueRecord, { in: 'column' }),
  STATUS: stringField('status'),
});

const packageRecord = defineRecord<TrackedPackage>()('trackedPackage', {
  ACTIVITY: recordListField('activity', activityRecord, { in: 'column' }),
  LASTUPDATE: instantIn('lastUpdate'),
  WEIGHT: numberField('weight'),
  WEIGHTUNITS: stringField('weightUnits'),
});

const trackingRecord = defineRecord<Tracking>()('tracking', {
  LASTUPDATE: instantIn('lastUpdate'),
  PACKAGES: recordListField('packages', packageRecord, { in: 'column' }),
  PICKUPDATE: instantIn('pickupDate'),
  PROPERTIES: recordListField('properties', namedValueRecord, { in: 'column' }),
});

/** TRACKINGS of a shipment. */
export function trackings(): RecordField<Shipment, object[]> {
  return computedField<Shipment, object[]>({
    schema: (nested) => ({ type: 'array', items: nested(trackingRecord) }),
    write: (shipment, context) =>
      shownTrackings(shipment).map((one) => trackingRecord.write(one, context)),
    needs: ['trackings', 'trackingNumber'],
  });
}
