import {
  booleanField,
  codeField,
  instantField,
  recordListField,
  numberField,
  defineRecord,
  stringField,
} from '../../../api';
import { itemTypeCodes } from '../item-types';
import type { TagGroup, TagGroupText } from './tag-group.entity';

const tagGroupTextRecord = defineRecord<TagGroupText>()('tagGroupText', {
  DESCRIPTION: stringField('description'),
  LANGUAGE: stringField('languageCode'),
  NAME: stringField('name'),
});

export const tagGroupRecord = defineRecord<TagGroup>()(
  { name: 'tagGroup', extensions: ['UPDATEDAT'] },
  {
    COMPARABLE: booleanField('comparable'),
    ID: numberField('id'),
    ITEMTYPE: codeField('itemType', itemTypeCodes),
    LANGUAGES: recordListField('languages', tagGroupTextRecord),
    NAME: stringField('name'),
    PID: stringField('pId'),
    POSITION: numberField('position'),
    PRIORITY: numberField('priority'),
    UPDATEDAT: instantField('updatedAt'),
  },
);
