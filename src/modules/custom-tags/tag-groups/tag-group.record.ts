import { bool, code, instant, list, num, record, str } from '../../../api';
import { itemTypeCodes } from '../item-types';
import type { TagGroup, TagGroupText } from './tag-group.entity';

const tagGroupTextRecord = record<TagGroupText>()('tagGroupText', {
  DESCRIPTION: str('description'),
  LANGUAGE: str('languageCode'),
  NAME: str('name'),
});

export const tagGroupRecord = record<TagGroup>()(
  'tagGroup',
  {
    COMPARABLE: bool('comparable'),
    ID: num('id'),
    ITEMTYPE: code('itemType', itemTypeCodes),
    LANGUAGES: list('languages', tagGroupTextRecord),
    NAME: str('name'),
    PID: str('pId'),
    POSITION: num('position'),
    PRIORITY: num('priority'),
    UPDATEDAT: instant('updatedAt'),
  },
  { extensions: ['UPDATEDAT'] },
);
