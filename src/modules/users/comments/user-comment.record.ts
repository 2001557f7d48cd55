import { bool, code, instant, num, record, refTo, str } from '../../../api';
import { commentItemTypeCodes } from './comment-item-type';
import type { UserComment } from './user-comment.entity';

export const userCommentRecord = record<UserComment>()('userComment', {
  ACTIVE: bool('active'),
  COMMENT: str('comment'),
  DATEADDED: instant('dateAdded'),
  ID: num('id'),
  ITEM: refTo('item'),
  ITEMTYPE: code('itemType', commentItemTypeCodes),
  RATING: num('rating'),
});
