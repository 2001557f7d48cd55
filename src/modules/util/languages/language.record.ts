import { numberField, defineRecord, stringField } from '../../../api';
import type { Language } from '../../../core/languages';

export const languageRecord = defineRecord<Language>()('language', {
  CODE: stringField('code'),
  ID: numberField('id'),
  NAME: stringField('name'),
});
