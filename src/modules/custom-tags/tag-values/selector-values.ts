import { ReferenceNotFound, defineError, orThrow } from '../../../core/errors';
import { ReferenceLookup, type RecordReference } from '../../../database';
import { findPreferredText } from '../assignments/find-preferred-text';
import type { TagValue } from './tag-value.entity';

/** A value of a selector, with its texts if they were loaded. */
export type LoadedTagValue = Pick<TagValue, 'id' | 'pId'> & {
  readonly languages?: readonly Pick<TagValue['languages'][number], 'languageCode' | 'value'>[];
};

/** 422: several values of a selector have the same text. */
export const TagValueAmbiguous = defineError<{
  text: string;
  pIds: readonly string[];
  pointer: string;
}>({
  code: 'tagValue.ambiguous',
  status: 422,
  title: 'The text belongs to several values',
  remedy: 'Send the pId of the value.',
  detail: ({ text, pIds }) =>
    `${JSON.stringify(text)} is the text of several values of the tag: ${pIds.join(', ')}.`,
});

/** The values of a selector that were loaded together, each once. */
export class SelectorValues {
  private readonly lookup: ReferenceLookup<LoadedTagValue>;

  constructor(private readonly values: readonly LoadedTagValue[]) {
    this.lookup = new ReferenceLookup('tagValue', values);
  }

  /** @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch */
  getByReference(reference: RecordReference, pointer: string): LoadedTagValue {
    return orThrow(this.lookup.resolve(reference, pointer));
  }

  /**
   * Returns the value with this pId, or else the one that shows this text, or else the one that has it in any language.
   * @param languages languages in order of preference; a value shows its text in the first one in which it has a text
   * @throws ReferenceNotFound, TagValueAmbiguous
   */
  getByText(text: string, pointer: string, languages: readonly string[]): LoadedTagValue {
    const valueWithPid = this.values.find(({ pId }) => pId === text);
    if (valueWithPid) return valueWithPid;
    const valuesWithText = this.values.filter((one) =>
      one.languages?.some(({ value }) => value === text),
    );
    const valuesShowingText = valuesWithText.filter(
      (one) => toDisplayText(one, languages) === text,
    );
    const [found, ...others] = valuesShowingText.length > 0 ? valuesShowingText : valuesWithText;
    if (!found || text === '') {
      throw new ReferenceNotFound({ resource: 'tagValue', pointer, reference: text });
    }
    if (others.length === 0) return found;
    throw new TagValueAmbiguous({ text, pIds: [found, ...others].map(({ pId }) => pId), pointer });
  }
}

/** Returns the text of a value in the first of some languages in which it has one, or else in any; or else its pId. */
export function toDisplayText(
  { pId, languages: texts = [] }: Pick<LoadedTagValue, 'pId' | 'languages'>,
  languages: readonly string[],
): string {
  return findPreferredText(texts, ({ value }) => value, languages) ?? pId;
}
