import { defineError } from '../../../core/errors';
import { parseInstant } from '../../../core/instant';
import { type ControlType, controlTypes } from './control-types';

type LimitMember = 'minValue' | 'maxValue';

/** 422: a limit is no value of the tag's control type, or the smallest value is above the largest. */
export const TagLimitNotAllowed = defineError<{ detail: string; member: LimitMember }>({
  code: 'tag.limit',
  status: 422,
  title: 'minValue or maxValue is not allowed for the tag',
  remedy: 'Send limits that the control type of the tag allows.',
  detail: ({ detail }) => detail,
  pointer: ({ member }) => `/${member}`,
});

/** What a tag's limits and values are judged by; '' is no limit. */
export interface LimitedTag {
  readonly controlType: ControlType;
  readonly minValue: string;
  readonly maxValue: string;
}

interface ValueOrdering {
  /** What a limit or a value must be, for people. */
  readonly form: string;
  /** @returns undefined for a text that is none of them */
  readonly read: (text: string, zone: string, isLargest: boolean) => number | undefined;
}

/** The control types whose values have an order; the limits of all others are free text. */
const orderings: Partial<Record<ControlType, ValueOrdering>> = {
  [controlTypes.numeric]: {
    form: 'a number, such as -2.5',
    read: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined),
  },
  [controlTypes.date]: {
    form: 'an ISO 8601 date, or a date and time with offset',
    // A largest value without a time includes that whole day.
    read: (text, zone, isLargest) => parseInstant(text, zone, isLargest)?.getTime(),
  },
};

/** How the values of a control type are ordered; undefined for those that have no order. */
export function findValueOrdering(controlType: ControlType): ValueOrdering | undefined {
  return orderings[controlType];
}

/**
 * Requires that the limits of a tag can be read and compared, where its values have an order.
 * @param sent what the request says of the tag: a fault is pointed at there
 * @param zone the store's time zone
 * @throws TagLimitNotAllowed
 */
export function requireValidLimits(tag: LimitedTag, sent: Partial<LimitedTag>, zone: string): void {
  const ordering = orderings[tag.controlType];
  if (!ordering) return;
  const limitOf = (member: LimitMember): number | undefined => {
    const limit = ordering.read(tag[member], zone, member === 'maxValue');
    if (limit === undefined && tag[member] !== '') {
      const detail = `${member} of this tag must be ${ordering.form}.`;
      throw new TagLimitNotAllowed({ detail, member });
    }
    return limit;
  };
  const smallest = limitOf('minValue');
  const largest = limitOf('maxValue');
  if (smallest === undefined || largest === undefined || smallest <= largest) return;
  const member = sent.maxValue === undefined ? 'minValue' : 'maxValue';
  const detail = 'minValue must not be above maxValue.';
  throw new TagLimitNotAllowed({ detail, member });
}
