import type { Configuration } from '../../../config/configuration';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long messages are kept once they are done, in milliseconds, by the state in which they ended. */
export function getMessageRetention({
  outboxDeliveredDays,
  outboxFailedDays,
}: Pick<Configuration, 'outboxDeliveredDays' | 'outboxFailedDays'>): Readonly<
  Record<'delivered' | 'failed', number>
> {
  return { delivered: outboxDeliveredDays * DAY_MS, failed: outboxFailedDays * DAY_MS };
}
