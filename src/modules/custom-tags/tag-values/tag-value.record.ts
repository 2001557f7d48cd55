import { computed, instant, list, num, record, str } from '../../../api';
import { textOf } from './selector-values';
import type { TagValue, TagValueText } from './tag-value.entity';

const tagValueTextRecord = record<TagValueText>()('tagValueText', {
  LANGUAGE: str('languageCode'),
  VALUE: str('value'),
});

export const tagValueRecord = record<TagValue>()(
  'tagValue',
  {
    ID: num('id'),
    LANGUAGES: list('languages', tagValueTextRecord),
    PID: str('pId'),
    UPDATEDAT: instant('updatedAt'),
    VALUE: computed({
      schema: () => ({ type: 'string' }),
      write: (value: TagValue, { language }) => textOf(value, [language]),
      needs: ['pId'],
      relations: { languages: tagValueTextRecord.plan() },
    }),
  },
  { extensions: ['UPDATEDAT'] },
);
