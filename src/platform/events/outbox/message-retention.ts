import {
  type EntityClass,
  whereEquals,
  whereAtMost,
  whereIn,
  type DataAccess,
} from '../../../database';
import type { Configuration } from '../../../config/configuration';

const SWEEP_BATCH_SIZE = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns how long finished messages are stored, in milliseconds, by their final state. */
export function getRetentionMsByState({
  outboxDeliveredDays,
  outboxFailedDays,
}: Pick<Configuration, 'outboxDeliveredDays' | 'outboxFailedDays'>): Readonly<
  Record<'delivered' | 'failed', number>
> {
  return { delivered: outboxDeliveredDays * DAY_MS, failed: outboxFailedDays * DAY_MS };
}

/** A message or delivery, which ends in one of two states. */
interface FinishedRecord {
  readonly id: number;
  readonly state: string;
  readonly doneAt: Date | null;
}

/** Removes finished records whose retention has expired. @returns the number of removed records */
export async function sweepFinishedRecords(
  { loader, writer, unitOfWork }: DataAccess,
  entity: EntityClass<FinishedRecord>,
  retentionMsByState: ReturnType<typeof getRetentionMsByState>,
  now: Date,
): Promise<number> {
  let removedCount = 0;
  for (const [state, maxAgeMs] of Object.entries(retentionMsByState)) {
    const conditions = [
      whereEquals('state', state),
      whereAtMost('doneAt', new Date(now.getTime() - maxAgeMs)),
    ];
    for (;;) {
      const ids = await loader.listIds(entity, conditions, { limit: SWEEP_BATCH_SIZE });
      if (ids.length === 0) break;
      // Several processes remove the same records; each counts only those that it has removed itself.
      removedCount += await unitOfWork.run(() => writer.remove(entity, [whereIn('id', ids)]));
    }
  }
  return removedCount;
}
