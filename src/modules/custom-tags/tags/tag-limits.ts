import { defineError } from '../../../core/errors';
import { parseInstant, type ParseInstantOptions } from '../../../core/instant';
import { type ControlType, controlTypes } from './control-types';

type LimitMember = 'minValue' | 'maxValue';

/** 422: a limit doesn't match the tag's control type, or the smallest value is above the largest. */
export const TagLimitNotAllowed = defineError<{ detail: string; member: LimitMember }>({
  code: 'tag.limit',
  status: 422,
  title: 'minValue or maxValue is not allowed for the tag',
  remedy: 'Send limits that the control type of the tag allows.',
  detail: ({ detail }) => detail,
  pointer: ({ member }) => `/${member}`,
});

/** The control type and the limits of a tag; an empty limit means no limit. */
export interface LimitedTag {
  readonly controlType: ControlType;
  readonly minValue: string;
  readonly maxValue: string;
}

interface ValueOrdering {
  /** Description of a valid value, for error messages. */
  readonly validValueDescription: string;
  /** Converts a text to a comparable number; undefined if the text isn't a valid value. */
  readonly parse: (
    text: string,
    timeZone: string,
    options?: ParseInstantOptions,
  ) => number | undefined;
}

/** The control types whose values have an order. The limits of all other types are free text. */
const orderings: Partial<Record<ControlType, ValueOrdering>> = {
  [controlTypes.numeric]: {
    validValueDescription: 'a number, such as -2.5',
    parse: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined),
  },
  [controlTypes.date]: {
    validValueDescription: 'an ISO 8601 date, or a date and time with offset',
    // A largest value without a time includes the whole day.
    parse: (text, timeZone, options) => parseInstant(text, timeZone, options)?.getTime(),
  },
};

/** Returns how the values of a control type are ordered; undefined if they have no order. */
export function findValueOrdering(controlType: ControlType): ValueOrdering | undefined {
  return orderings[controlType];
}

/**
 * Requires that the limits of a tag can be parsed and compared, if its values have an order.
 * @param requestFields the fields of the request; the error points to one of them
 * @param timeZone the store's time zone
 * @throws TagLimitNotAllowed
 */
export function requireValidLimits(
  tag: LimitedTag,
  requestFields: Partial<LimitedTag>,
  timeZone: string,
): void {
  const ordering = orderings[tag.controlType];
  if (!ordering) return;
  const parseLimit = (member: LimitMember): number | undefined => {
    const limit = ordering.parse(tag[member], timeZone, { roundsUp: member === 'maxValue' });
    if (limit === undefined && tag[member] !== '') {
      const detail = `${member} of this tag must be ${ordering.validValueDescription}.`;
      throw new TagLimitNotAllowed({ detail, member });
    }
    return limit;
  };
  const smallest = parseLimit('minValue');
  const largest = parseLimit('maxValue');
  if (smallest === undefined || largest === undefined || smallest <= largest) return;
  const member = requestFields.maxValue === undefined ? 'minValue' : 'maxValue';
  const detail = "minValue can't be above maxValue.";
  throw new TagLimitNotAllowed({ detail, member });
}
