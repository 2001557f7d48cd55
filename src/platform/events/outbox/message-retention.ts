import type { Configuration } from '../../../config/configuration';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns how long finished messages are stored, in milliseconds, by their final state. */
export function getMessageRetention({
  outboxDeliveredDays,
  outboxFailedDays,
}: Pick<Configuration, 'outboxDeliveredDays' | 'outboxFailedDays'>): Readonly<
  Record<'delivered' | 'failed', number>
> {
  return { delivered: outboxDeliveredDays * DAY_MS, failed: outboxFailedDays * DAY_MS };
}
