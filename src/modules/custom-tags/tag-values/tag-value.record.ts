import { computed, list, num, record, str } from '../../../api';
import type { TagValue, TagValueText } from './tag-value.entity';

const tagValueTextRecord = record<TagValueText>()('tagValueText', {
  LANGUAGE: str('languageCode'),
  VALUE: str('value'),
});

export const tagValueRecord = record<TagValue>()('tagValue', {
  ID: num('id'),
  LANGUAGES: list('languages', tagValueTextRecord),
  PID: str('pId'),
  VALUE: computed({
    schema: () => ({ type: 'string' }),
    write: (value: TagValue, { language }) => textOf(value, language),
    needs: ['pId'],
    relations: { languages: tagValueTextRecord.plan() },
  }),
});

/** The text in a language, else the first one, else the pId; an empty text is none. */
function textOf({ pId, languages }: TagValue, languageCode: string): string {
  const texts = languages.filter(({ value }) => value !== '');
  const text = texts.find((one) => one.languageCode === languageCode) ?? texts[0];
  return text?.value ?? pId;
}
