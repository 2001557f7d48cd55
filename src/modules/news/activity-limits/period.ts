import { defineError } from '../../../core/errors';
import {
  anyOf,
  type Condition,
  hasRelatedByExists,
  isAtLeast,
  isAtMost,
  not,
} from '../../../database';
import { ActivityLimit } from './activity-limit.entity';

/** The days from one calendar date through another, each as it stands in its text, whatever the offset. */
interface Period {
  readonly activationDate: string;
  readonly expirationDate: string;
}

/** 422: a period's last day comes before its first one. */
export const PeriodReversed = defineError<{ pointer: string }>({
  code: 'activityLimit.reversed',
  status: 422,
  title: 'The period ends before it begins',
  remedy: 'Send an end on the day of the beginning or later.',
  detail: () => 'The day of expirationDate must be the day of activationDate or a later one.',
  pointer: ({ pointer }) => pointer,
});

/**
 * @param pointer where the period stands in the request
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
 * A condition on news: they have no periods, or one that includes a day, its last one too (specification,
 * States and transitions).
 * @param day `YYYY-MM-DD`
 */
export function isShownOn(day: string): Condition {
  // Instants are stored as they came: those of a day begin with it, and stand before the day with a `~` behind.
  const around = [isAtMost('activationDate', `${day}~`), isAtLeast('expirationDate', day)];
  return anyOf(
    not(hasRelatedByExists(ActivityLimit, 'newsId', [])),
    hasRelatedByExists(ActivityLimit, 'newsId', around),
  );
}

/** The calendar date of an instant's text. */
export function toCalendarDate(instant: string): string {
  return instant.slice(0, 10);
}
