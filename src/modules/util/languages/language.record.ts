import { num, record, str } from '../../../api';
import type { Language } from '../../../core/languages';

export const languageRecord = record<Language>()('language', {
  CODE: str('code'),
  ID: num('id'),
  NAME: str('name'),
});
