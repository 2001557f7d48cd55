import {
  booleanField,
  codeField,
  instantField,
  numberField,
  defineRecord,
  relationReferenceField,
  stringField,
} from '../../../api';
import { commentItemTypeCodes } from './comment-item-type';
import type { UserComment } from './user-comment.entity';

export const userCommentRecord = defineRecord<UserComment>()('userComment', {
  ACTIVE: booleanField('active'),
  COMMENT: stringField('comment'),
  DATEADDED: instantField('dateAdded'),
  ID: numberField('id'),
  ITEM: relationReferenceField('item'),
  ITEMTYPE: codeField('itemType', commentItemTypeCodes),
  RATING: numberField('rating'),
});
