import type { Shipment } from '../entities/shipment.entity';
import type { Tracking } from '../entities/snapshots';
import type { TrackingDto } from './tracking.dto';

/** What a request or a line says that a carrier reports, with all members. */
export function toTrackings(given: readonly TrackingDto[]): Tracking[] {
  return given.map(({ lastUpdate, packages = [], pickupDate, properties = [] }) => ({
    lastUpdate: toIsoSeconds(lastUpdate),
    packages: packages.map(({ activity = [], lastUpdate: seen, weight, weightUnits }) => ({
      activity: activity.map(({ dateTime, description, properties: named = [], status }) => ({
        dateTime: toIsoSeconds(dateTime),
        description,
        properties: named.map(({ name, value }) => ({ name, value })),
        status,
      })),
      lastUpdate: toIsoSeconds(seen),
      weight,
      weightUnits,
    })),
    pickupDate: toIsoSeconds(pickupDate),
    properties: properties.map(({ name, value }) => ({ name, value })),
  }));
}

/** TRACKINGS of a shipment: what its carrier reports, or else an element that names its tracking number. */
export function visibleTrackings({
  trackings,
  trackingNumber,
}: Pick<Shipment, 'trackings' | 'trackingNumber'>): readonly Tracking[] {
  return trackings ?? (trackingNumber ? [toNumberOnlyTracking(trackingNumber)] : []);
}

/**
 * The columns of a shipment that keep what its carrier reports, with the number of packages where it names any.
 * A report that says no more than the tracking number is not kept: it would outlive the number.
 */
export function toTrackingColumns(
  reported: readonly Tracking[],
  trackingNumber: string | null,
): Pick<Shipment, 'trackings'> & Partial<Pick<Shipment, 'packages'>> {
  const said = visibleTrackings({ trackings: null, trackingNumber });
  if (reported.length === 0 || areTrackingsEqual(reported, said)) return { trackings: null };
  const packages = reported.reduce((sum, one) => sum + one.packages.length, 0);
  return { trackings: [...reported], ...(packages > 0 && { packages }) };
}

/** Whether two reports say the same, in the same order. */
export function areTrackingsEqual(one: readonly Tracking[], other: readonly Tracking[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function toNumberOnlyTracking(value: string): Tracking {
  const properties = [{ name: 'trackingNumber', value }];
  return { lastUpdate: null, packages: [], pickupDate: null, properties };
}

/** To the second, as it is answered: what is sent back is the same. */
function toIsoSeconds(instant: Date | null | undefined): string | null {
  if (!instant) return null;
  return new Date(Math.floor(instant.getTime() / 1000) * 1000).toISOString();
}
