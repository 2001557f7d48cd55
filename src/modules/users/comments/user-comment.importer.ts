import { Injectable } from '@nestjs/common';
import {
  createSequentialRunner,
  defineResourceImport,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
} from '../../../platform/data-transfer/imports';
import { UserCommentImportDto } from './user-comment.dto';
import { type UserCommentColumns, UserCommentsService } from './user-comments.service';

/** An import record whose references are resolved to ids. */
type ResolvedUserComment = UserCommentImportDto & Record<'user' | 'item', { readonly id: number }>;

/** Creates the import definition of comments. A record without `dateAdded` leaves the stored date as it is. */
function createUserCommentImportDefinition(comments: UserCommentsService) {
  return defineResourceImport<UserCommentImportDto, ResolvedUserComment & { id: number }>({
    type: 'userComment',
    dto: UserCommentImportDto,
    toCompleteRecords: async (records): Promise<ResolvedUserComment[]> => {
      const userIds = await comments.resolveUserIds(records.map(({ user }) => user));
      const itemIds = await comments.resolveItemIds(records);
      return records.map(({ dateAdded, ...value }, at) => ({
        ...value,
        ...(dateAdded && { dateAdded }),
        user: { id: userIds[at] as number },
        item: { id: itemIds[at] as number },
      }));
    },
    findStoredRecords: async (pIds) => {
      const stored = await comments.listByPIds(pIds);
      return stored.map(({ userId, itemId, ...comment }) => {
        return { ...comment, user: { id: userId }, item: { id: itemId } };
      });
    },
    create: createSequentialRunner((value, caller) =>
      comments.create(toUserCommentInput(value as ResolvedUserComment), caller),
    ),
    update: (id, value, caller) =>
      comments.update(id, toUserCommentInput(value as ResolvedUserComment), caller),
  });
}

function toUserCommentInput({
  user,
  item,
  dateAdded,
  ...values
}: ResolvedUserComment): UserCommentColumns {
  return { ...values, ...(dateAdded && { dateAdded }), userId: user.id, itemId: item.id };
}

/** Imports comments of users. */
@Injectable()
@ImportTypeRegistrar()
export class UserCommentImporter implements ImportTypeRegistrar {
  constructor(private readonly comments: UserCommentsService) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(createUserCommentImportDefinition(this.comments));
  }
}
