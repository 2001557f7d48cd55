import { toStoredValue } from './tag-value-rules';
import { controlTypes } from '../tags/control-types';
import type { Tag } from '../tags/tag.entity';

/** The forms of a tag's value: one text, a text per language, or one of the tag's values. */
export const valueForms = ['general', 'languages', 'selectable'] as const;

export type ValueForm = (typeof valueForms)[number];

/** The value of a tag in one language. */
export interface LanguageValue {
  readonly languageCode: string;
  readonly active: boolean;
  readonly value: string;
}

/** The text of an assigned tag: one for all languages, or one per language. */
export interface AssignedTagValue {
  readonly active: boolean;
  /** Empty if the value has another form. */
  readonly value: string;
  readonly languages: readonly LanguageValue[];
}

/** Whether the values of a tag are chosen from a list. */
export function isSelector({ controlType }: Pick<Tag, 'controlType'>): boolean {
  return controlType === controlTypes.selector;
}

/** The form that a tag requires of its values. */
export function getValueForm(tag: Pick<Tag, 'controlType' | 'valueForAllLanguages'>): ValueForm {
  if (isSelector(tag)) return 'selectable';
  return tag.valueForAllLanguages ? 'general' : 'languages';
}

/**
 * Converts an assigned value to the current form of its tag. A change of `valueForAllLanguages` doesn't convert stored
 * values, because there may be many. They are converted when they are read, and stored in the new form when they are
 * next written. The texts of boolean values that earlier versions stored are converted in the same way.
 * @param defaultLanguage the store's default language; its text becomes the text for all languages, and vice versa
 */
export function convertToTagValueForm(
  tag: Pick<Tag, 'controlType' | 'valueForAllLanguages'>,
  assignedValue: AssignedTagValue,
  defaultLanguage: string,
): AssignedTagValue {
  const { active } = assignedValue;
  const value = toStoredValue(tag, assignedValue.value);
  const languages = assignedValue.languages.map((one) => ({
    ...one,
    value: toStoredValue(tag, one.value),
  }));
  const form = getValueForm(tag);
  if (form === 'general' && languages.length > 0) {
    const text = languages.find((one) => one.languageCode === defaultLanguage) ?? languages[0];
    return { active: text?.active ?? false, value: text?.value ?? '', languages: [] };
  }
  if (form === 'languages' && value !== '') {
    return {
      active: false,
      value: '',
      languages: [{ languageCode: defaultLanguage, active, value }],
    };
  }
  return { active, value, languages };
}
