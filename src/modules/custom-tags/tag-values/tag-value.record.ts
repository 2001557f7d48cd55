import {
  computedField,
  instantField,
  recordListField,
  numberField,
  defineRecord,
  stringField,
} from '../../../api';
import { toDisplayText } from './selector-values';
import type { TagValue, TagValueText } from './tag-value.entity';

const tagValueTextRecord = defineRecord<TagValueText>()('tagValueText', {
  LANGUAGE: stringField('languageCode'),
  VALUE: stringField('value'),
});

export const tagValueRecord = defineRecord<TagValue>()(
  { name: 'tagValue', extensions: ['UPDATEDAT'] },
  {
    ID: numberField('id'),
    LANGUAGES: recordListField('languages', tagValueTextRecord),
    PID: stringField('pId'),
    UPDATEDAT: instantField('updatedAt'),
    VALUE: computedField({
      schema: () => ({ type: 'string' }),
      serialize: (value: TagValue, { language }) => toDisplayText(value, [language]),
      columns: ['pId'],
      relations: { languages: tagValueTextRecord.getLoadPlan() },
    }),
  },
);
