import {
  booleanField,
  codeField,
  numericFlagField,
  instantField,
  recordListField,
  numberField,
  defineRecord,
  stringField,
} from '../../../api';
import { toLanguageId } from '../../../core/languages';
import { itemTypeCodes } from '../item-types';
import { controlTypeCodes } from './control-types';
import { tagGroupLinkRecord } from '../tag-group-links/tag-group-link.record';
import type { Tag, TagText } from './tag.entity';

const tagTextRecord = defineRecord<TagText>()('tagText', {
  DEFAULTVALUE: stringField('defaultValue'),
  ID: numberField('id'),
  LANGUAGEID: numberField({
    compute: ({ languageCode }) => toLanguageId(languageCode),
    columns: ['languageCode'],
  }),
  NAME: stringField('name'),
});

export const tagRecord = defineRecord<Tag>()(
  { name: 'tag', extensions: ['UPDATEDAT'] },
  {
    ACTIVE: numericFlagField('active'),
    COMPARABLE: booleanField('comparable'),
    CONTROLTYPE: codeField('controlType', controlTypeCodes),
    DEFAULTVALUE: stringField('defaultValue'),
    FILTERABLE: booleanField('filterable'),
    GROUPS: recordListField('groups', tagGroupLinkRecord),
    HIGHLIGHT: booleanField('highlight'),
    ID: numberField('id'),
    INORDERS: numericFlagField('inOrders'),
    ITEMTYPE: codeField('itemType', itemTypeCodes),
    LANGUAGES: recordListField('languages', tagTextRecord),
    MAXVALUE: stringField('maxValue'),
    MINVALUE: stringField('minValue'),
    NAMEONFEED: stringField('nameOnFeed'),
    PID: stringField('pId'),
    PLUGINID: numberField('pluginId'),
    POSITION: numberField('position'),
    PRIORITY: numberField('priority'),
    REQUIRED: booleanField('required'),
    SEARCHABLE: booleanField('searchable'),
    SHOWINSEARCH: booleanField('showInSearch'),
    UPDATEDAT: instantField('updatedAt'),
    VALUEFORALLLANGUAGES: numericFlagField('valueForAllLanguages'),
  },
);
