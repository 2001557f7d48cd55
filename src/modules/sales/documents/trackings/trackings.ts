import type { Shipment } from '../entities/shipment.entity';
import type { Tracking } from '../entities/snapshots';
import type { TrackingDto } from './tracking.dto';

/** Converts the trackings of a request or import record, with defaults for missing members. */
export function toTrackings(trackings: readonly TrackingDto[]): Tracking[] {
  return trackings.map(({ lastUpdate, packages = [], pickupDate, properties = [] }) => ({
    lastUpdate: toIsoSeconds(lastUpdate),
    packages: packages.map(
      ({ activity = [], lastUpdate: packageLastUpdate, weight, weightUnits }) => ({
        activity: activity.map(
          ({ dateTime, description, properties: activityProperties = [], status }) => ({
            dateTime: toIsoSeconds(dateTime),
            description,
            properties: activityProperties.map(({ name, value }) => ({ name, value })),
            status,
          }),
        ),
        lastUpdate: toIsoSeconds(packageLastUpdate),
        weight,
        weightUnits,
      }),
    ),
    pickupDate: toIsoSeconds(pickupDate),
    properties: properties.map(({ name, value }) => ({ name, value })),
  }));
}

/** TRACKINGS of a shipment: its carrier's reports, or else an element with its tracking number. */
export function toVisibleTrackings({
  trackings,
  trackingNumber,
}: Pick<Shipment, 'trackings' | 'trackingNumber'>): readonly Tracking[] {
  return trackings ?? (trackingNumber ? [toNumberOnlyTracking(trackingNumber)] : []);
}

/**
 * Converts carrier reports to columns of a shipment, with the number of packages if a report has any.
 * A report with only the tracking number is not stored, because it would stay when the number changes.
 */
export function toTrackingColumns(
  reported: readonly Tracking[],
  trackingNumber: string | null,
): Pick<Shipment, 'trackings'> & Partial<Pick<Shipment, 'packages'>> {
  const numberOnlyTrackings = toVisibleTrackings({ trackings: null, trackingNumber });
  if (reported.length === 0 || areTrackingsEqual(reported, numberOnlyTrackings))
    return { trackings: null };
  const packages = reported.reduce((sum, one) => sum + one.packages.length, 0);
  return { trackings: [...reported], ...(packages > 0 && { packages }) };
}

/** Whether two lists of reports are equal, including their order. */
export function areTrackingsEqual(one: readonly Tracking[], other: readonly Tracking[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function toNumberOnlyTracking(value: string): Tracking {
  const properties = [{ name: 'trackingNumber', value }];
  return { lastUpdate: null, packages: [], pickupDate: null, properties };
}

/** Truncates to seconds, the precision of responses, so that a value sent back is unchanged. */
function toIsoSeconds(instant: Date | null | undefined): string | null {
  if (!instant) return null;
  return new Date(Math.floor(instant.getTime() / 1000) * 1000).toISOString();
}
