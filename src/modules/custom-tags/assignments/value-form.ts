import { controlTypes } from '../tags/control-types';
import type { Tag } from '../tags/tag.entity';

/** How a tag takes its value: one text, a text by language, or one of the tag's values. */
export const valueForms = ['general', 'languages', 'selectable'] as const;

export type ValueForm = (typeof valueForms)[number];

/** The value of a tag in one language. */
export interface LanguageValue {
  readonly languageCode: string;
  readonly active: boolean;
  readonly value: string;
}

/** The text of an assigned tag: one for all languages, or one for each. */
export interface AssignedValue {
  readonly active: boolean;
  /** Empty where the value is of another form. */
  readonly value: string;
  readonly languages: readonly LanguageValue[];
}

/** Whether a tag takes one of its own values. */
export function isSelector({ controlType }: Pick<Tag, 'controlType'>): boolean {
  return controlType === controlTypes.selector;
}

/** The form in which a tag takes its value. */
export function toValueForm(tag: Pick<Tag, 'controlType' | 'valueForAllLanguages'>): ValueForm {
  if (isSelector(tag)) return 'selectable';
  return tag.valueForAllLanguages ? 'general' : 'languages';
}

/**
 * An assigned value in the form that its tag takes now. A change of `valueForAllLanguages` leaves what is stored as
 * it was, however much that is: whoever reads a value carries it over, and it is stored so when it is written next.
 * @param language the store's default language: its text becomes the one for all, which becomes its text
 */
export function toCurrentForm(
  tag: Pick<Tag, 'controlType' | 'valueForAllLanguages'>,
  { active, value, languages }: AssignedValue,
  language: string,
): AssignedValue {
  const form = toValueForm(tag);
  if (form === 'general' && languages.length > 0) {
    const text = languages.find((one) => one.languageCode === language) ?? languages[0];
    return { active: text?.active ?? false, value: text?.value ?? '', languages: [] };
  }
  if (form === 'languages' && value !== '') {
    return { active: false, value: '', languages: [{ languageCode: language, active, value }] };
  }
  return { active, value, languages };
}
