import { DomainError, ReferenceNotFound, defineError } from '../../../core/errors';
import { ReferenceLookup, type Reference } from '../../../database';
import { findBestText } from '../assignments/find-best-text';
import type { TagValue } from './tag-value.entity';

/** A value of a selector, with its texts where they were asked for. */
export type LoadedTagValue = Pick<TagValue, 'id' | 'pId'> & {
  readonly languages?: readonly Pick<TagValue['languages'][number], 'languageCode' | 'value'>[];
};

/** 422: several values of a selector are called the same. */
export const TagValueAmbiguous = defineError<{
  text: string;
  pIds: readonly string[];
  pointer: string;
}>({
  code: 'tagValue.ambiguous',
  status: 422,
  title: 'The text is that of several values',
  remedy: 'Send the pId of the value.',
  detail: ({ text, pIds }) =>
    `${JSON.stringify(text)} is the text of several values of the tag: ${pIds.join(', ')}.`,
  pointer: ({ pointer }) => pointer,
});

/** The values of a selector that were looked up together, each once. */
export class SelectorValues {
  private readonly references: ReferenceLookup<LoadedTagValue>;

  constructor(private readonly values: readonly LoadedTagValue[]) {
    this.references = new ReferenceLookup('tagValue', values);
  }

  /** @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch */
  getByReference(reference: Reference, pointer: string): LoadedTagValue {
    const found = this.references.find(reference, pointer);
    if (found instanceof DomainError) throw found;
    return found;
  }

  /**
   * The value with this pId; else the one that shows this text; else the one that has it in any language.
   * @param languages what a value shows is its text in the first of these that it has one in
   * @throws ReferenceNotFound, TagValueAmbiguous
   */
  getByText(text: string, pointer: string, languages: readonly string[]): LoadedTagValue {
    const named = this.values.find(({ pId }) => pId === text);
    if (named) return named;
    const worded = this.values.filter((one) => one.languages?.some(({ value }) => value === text));
    const shown = worded.filter((one) => toDisplayText(one, languages) === text);
    const [found, ...others] = shown.length > 0 ? shown : worded;
    if (!found || text === '') {
      throw new ReferenceNotFound({ resource: 'tagValue', pointer, reference: text });
    }
    if (others.length === 0) return found;
    throw new TagValueAmbiguous({ text, pIds: [found, ...others].map(({ pId }) => pId), pointer });
  }
}

/** What a value is called in the first of some languages that it has a text in, else in any; else its pId. */
export function toDisplayText(
  { pId, languages: texts = [] }: Pick<LoadedTagValue, 'pId' | 'languages'>,
  languages: readonly string[],
): string {
  return findBestText(texts, ({ value }) => value, languages) ?? pId;
}
