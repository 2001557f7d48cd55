import {
  Code,
  Flag,
  Instant,
  Int,
  PublicId,
  Reference,
  type ReferenceDto,
  Text,
} from '../../../api';
import { type CommentItemType, commentItemTypeCodes } from './comment-item-type';

/** A comment as an import record; the API can't create comments. */
export class UserCommentImportDto {
  @PublicId()
  pId!: string;

  @Reference()
  user!: ReferenceDto;

  @Reference()
  item!: ReferenceDto;

  @Code(commentItemTypeCodes, { default: 1 })
  itemType!: CommentItemType;

  @Text({ max: 65_535, min: 0, description: 'Empty if the user was erased' })
  comment!: string;

  @Int({ min: 0, max: 5, default: 0 })
  rating!: number;

  @Flag({ default: true })
  active!: boolean;

  @Instant({ optional: true })
  dateAdded?: Date | null;
}
