import { defineError } from '../../../core/errors';
import {
  anyOf,
  type Condition,
  whereRelatedExists,
  whereAtLeast,
  whereAtMost,
  not,
} from '../../../database';
import { ActivityLimit } from './activity-limit.entity';

/** The days from one calendar date through another, each as written in its text, whatever the offset. */
interface Period {
  readonly activationDate: string;
  readonly expirationDate: string;
}

/** 422: the last day of a period is before its first day. */
export const PeriodReversed = defineError<{ pointer: string }>({
  code: 'activityLimit.reversed',
  status: 422,
  title: 'The period ends before it starts',
  remedy: 'Send an expirationDate on the day of activationDate or later.',
  detail: () => 'The day of expirationDate is before the day of activationDate.',
});

/**
 * Requires that a period doesn't end before it starts.
 * @param pointer JSON pointer of the period in the request
 * @throws PeriodReversed
 */
export function requireOrderedPeriod(
  { activationDate, expirationDate }: Period,
  pointer: string,
): void {
  if (toCalendarDate(expirationDate) < toCalendarDate(activationDate))
    throw new PeriodReversed({ pointer });
}

/**
 * A condition for news without periods, or with a period that includes a day (specification, States and transitions).
 * The last day of a period is included.
 * @param day `YYYY-MM-DD`
 */
export function toShownOnCondition(day: string): Condition {
  // Instants are stored as they were sent. Those of a day start with it and sort before the day followed by `~`.
  const dayConditions = [
    whereAtMost('activationDate', `${day}~`),
    whereAtLeast('expirationDate', day),
  ];
  return anyOf(
    not(whereRelatedExists(ActivityLimit, 'newsId', [])),
    whereRelatedExists(ActivityLimit, 'newsId', dayConditions),
  );
}

/** The calendar date of an instant's text. */
export function toCalendarDate(instant: string): string {
  return instant.slice(0, 10);
}
