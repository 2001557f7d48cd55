import type { Shipment } from '../entities/shipment.entity';
import type { Tracking } from '../entities/snapshots';
import type { TrackingDto } from './tracking.dto';

/** What a request or a line says that a carrier reports, with all members. */
export function trackingsOf(given: readonly TrackingDto[]): Tracking[] {
  return given.map(({ lastUpdate, packages = [], pickupDate, properties = [] }) => ({
    lastUpdate: textOf(lastUpdate),
    packages: packages.map(({ activity = [], lastUpdate: seen, weight, weightUnits }) => ({
      activity: activity.map(({ dateTime, description, properties: named = [], status }) => ({
        dateTime: textOf(dateTime),
        description,
        properties: named.map(({ name, value }) => ({ name, value })),
        status,
      })),
      lastUpdate: textOf(seen),
      weight,
      weightUnits,
    })),
    pickupDate: textOf(pickupDate),
    properties: properties.map(({ name, value }) => ({ name, value })),
  }));
}

/** TRACKINGS of a shipment: what its carrier reports, or else an element that names its tracking number. */
export function shownTrackings({
  trackings,
  trackingNumber,
}: Pick<Shipment, 'trackings' | 'trackingNumber'>): readonly Tracking[] {
  return trackings ?? (trackingNumber ? [numberAlone(trackingNumber)] : []);
}

/**
 * The columns of a shipment that keep what its carrier reports, with the number of packages where it names any.
 * A report that says no more than the tracking number is not kept: it would outlive the number.
 */
export function trackingColumns(
  reported: readonly Tracking[],
  trackingNumber: string | null,
): Pick<Shipment, 'trackings'> & Partial<Pick<Shipment, 'packages'>> {
  const said = shownTrackings({ trackings: null, trackingNumber });
  if (reported.length === 0 || areSame(reported, said)) return { trackings: null };
  const packages = reported.reduce((sum, one) => sum + one.packages.length, 0);
  return { trackings: [...reported], ...(packages > 0 && { packages }) };
}

/** Whether two reports say the same, in the same order. */
export function areSame(one: readonly Tracking[], other: readonly Tracking[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function numberAlone(value: string): Tracking {
  const properties = [{ name: 'trackingNumber', value }];
  return { lastUpdate: null, packages: [], pickupDate: null, properties };
}

/** To the second, as it is answered: what is sent back is the same. */
function textOf(instant: Date | null | undefined): string | null {
  if (!instant) return null;
  return new Date(Math.floor(instant.getTime() / 1000) * 1000).toISOString();
}
