import { defineError } from '../../../core/errors';
import type { TagText } from '../tags/tag.entity';
import { controlTypes } from '../tags/control-types';
import { type LimitedTag, findValueOrdering } from '../tags/tag-limits';

/** 422: the value doesn't match the control type or the limits of the tag. */
export const TagValueNotAllowed = defineError<{ detail: string; pointer: string }>({
  code: 'tag.value',
  status: 422,
  title: 'The value is not allowed for the tag',
  remedy: 'Send a value that the control type of the tag allows.',
  detail: ({ detail }) => detail,
});

/** The accepted spellings of each boolean value. The first one is stored; earlier versions stored the second one. */
const BOOLEAN_SPELLINGS: readonly (readonly [string, string])[] = [
  ['true', '1'],
  ['false', '0'],
];

/** The default values of a tag: for all languages, and by language. */
interface DefaultValues {
  readonly defaultValue?: string | undefined;
  readonly languages?:
    | readonly { readonly languageCode: string; readonly defaultValue?: string | undefined }[]
    | undefined;
}

interface StoredDefaults {
  readonly defaultValue: string;
  readonly languages: readonly Pick<TagText, 'languageCode' | 'defaultValue'>[];
}

/**
 * Checks the default values of a tag whose values have an order. Empty and unchanged default values are not checked.
 * @param timeZone the store's time zone
 * @throws TagValueNotAllowed
 */
export function requireValidDefaults(
  tag: LimitedTag,
  { defaultValue, languages = [] }: DefaultValues,
  timeZone: string,
  stored?: StoredDefaults,
): void {
  if (!findValueOrdering(tag.controlType)) return;
  const check = (
    value: string | undefined,
    storedValue: string | undefined,
    pointer: string,
  ): void => {
    if (value && value !== storedValue) requireValidValue(tag, value, pointer, timeZone);
  };
  check(defaultValue, stored?.defaultValue, '/defaultValue');
  for (const [index, text] of languages.entries()) {
    const storedText = stored?.languages.find((one) => one.languageCode === text.languageCode);
    check(text.defaultValue, storedText?.defaultValue, `/languages/${index}/defaultValue`);
  }
}

type TagWithControlType = Pick<LimitedTag, 'controlType'>;

/** Converts a value to the form in which it is stored: `true` or `false` for a boolean tag. */
export function toStoredValue(tag: TagWithControlType, value: string): string {
  return listEquivalentStoredValues(tag, value)[0];
}

/** Lists the texts by which a value may be stored: first that of new values, then that of earlier versions. */
export function listEquivalentStoredValues(
  { controlType }: TagWithControlType,
  value: string,
): readonly [string, ...string[]] {
  if (controlType !== controlTypes.boolean) return [value];
  return BOOLEAN_SPELLINGS.find((forms) => forms.includes(value)) ?? [value];
}

/**
 * Checks a value against the control type and the limits of its tag (specification, Tag record: MINVALUE, MAXVALUE).
 * @param timeZone the store's time zone
 * @throws TagValueNotAllowed
 */
export function requireValidValue(
  tag: LimitedTag,
  value: string,
  pointer: string,
  timeZone: string,
): void {
  const reject = (detail: string): never => {
    throw new TagValueNotAllowed({ detail, pointer });
  };
  if (tag.controlType === controlTypes.boolean && !BOOLEAN_SPELLINGS.flat().includes(value)) {
    reject('The value of this tag must be true or false.');
  }
  const ordering = findValueOrdering(tag.controlType);
  if (!ordering) return;
  const parsed = ordering.parse(value, timeZone);
  if (parsed === undefined)
    return reject(`The value of this tag must be ${ordering.validValueDescription}.`);
  const smallest = ordering.parse(tag.minValue, timeZone);
  const largest = ordering.parse(tag.maxValue, timeZone, { roundsUp: true });
  if (smallest !== undefined && parsed < smallest) {
    reject(`The value of this tag must be at least ${tag.minValue}.`);
  }
  if (largest !== undefined && parsed > largest) {
    reject(`The value of this tag must be at most ${tag.maxValue}.`);
  }
}
