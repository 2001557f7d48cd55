import { numberField, record, stringField } from '../../../api';
import type { Language } from '../../../core/languages';

export const languageRecord = record<Language>()('language', {
  CODE: stringField('code'),
  ID: numberField('id'),
  NAME: stringField('name'),
});
