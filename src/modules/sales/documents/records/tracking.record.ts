import { computed, instant, list, num, record, type RecordField, str } from '../../../../api';
import type { Shipment } from '../entities/shipment.entity';
import type { TrackedActivity, TrackedPackage, Tracking } from '../entities/snapshots';
import { shownTrackings } from '../trackings/trackings';
import { namedValueRecord } from './status-entry.record';

/** An instant that is kept as text. */
const instantIn = <K extends string>(property: K) =>
  instant<{ readonly [P in K]: string | null }>({
    from: ({ [property]: text }) => (text === null ? null : new Date(text)),
    needs: [property],
  });

const activityRecord = record<TrackedActivity>()('trackedActivity', {
  DATETIME: instantIn('dateTime'),
  DESCRIPTION: str('description'),
  PROPERTIES: list('properties', namedValueRecord, { in: 'column' }),
  STATUS: str('status'),
});

const packageRecord = record<TrackedPackage>()('trackedPackage', {
  ACTIVITY: list('activity', activityRecord, { in: 'column' }),
  LASTUPDATE: instantIn('lastUpdate'),
  WEIGHT: num('weight'),
  WEIGHTUNITS: str('weightUnits'),
});

const trackingRecord = record<Tracking>()('tracking', {
  LASTUPDATE: instantIn('lastUpdate'),
  PACKAGES: list('packages', packageRecord, { in: 'column' }),
  PICKUPDATE: instantIn('pickupDate'),
  PROPERTIES: list('properties', namedValueRecord, { in: 'column' }),
});

/** TRACKINGS of a shipment. */
export function trackings(): RecordField<Shipment, object[]> {
  return computed<Shipment, object[]>({
    schema: (nested) => ({ type: 'array', items: nested(trackingRecord) }),
    write: (shipment, context) =>
      shownTrackings(shipment).map((one) => trackingRecord.write(one, context)),
    needs: ['trackings', 'trackingNumber'],
  });
}
