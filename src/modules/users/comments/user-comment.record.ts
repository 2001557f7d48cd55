import { booleanField, codeField, instantField, numberField, record, relationReferenceField, stringField } from '../../../api';
import { commentItemTypeCodes } from './comment-item-type';
import type { UserComment } from './user-comment.entity';

export const userCommentRecord = record<UserComment>()('userComment', {
  ACTIVE: booleanField('active'),
  COMMENT: stringField('comment'),
  DATEADDED: instantField('dateAdded'),
  ID: numberField('id'),
  ITEM: relationReferenceField('item'),
  ITEMTYPE: codeField('itemType', commentItemTypeCodes),
  RATING: numberField('rating'),
});
