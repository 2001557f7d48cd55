import { bool, list, num, record, str } from '../../../api';
import type { TagGroup, TagGroupText } from './tag-group.entity';

const tagGroupTextRecord = record<TagGroupText>()('tagGroupText', {
  DESCRIPTION: str('description'),
  LANGUAGE: str('languageCode'),
  NAME: str('name'),
});

export const tagGroupRecord = record<TagGroup>()('tagGroup', {
  COMPARABLE: bool('comparable'),
  ID: num('id'),
  ITEMTYPE: num('itemType'),
  LANGUAGES: list('languages', tagGroupTextRecord),
  NAME: str('name'),
  PID: str('pId'),
  POSITION: num('position'),
  PRIORITY: num('priority'),
});
