import { runSequentially, defineResourceImport } from '../../../platform/data-transfer/imports';
import { UserCommentImportDto } from './user-comment.dto';
import type { UserCommentInput, UserCommentsService } from './user-comments.service';

/** A line whose references are ids. */
type ResolvedUserComment = UserCommentImportDto & Record<'user' | 'item', { readonly id: number }>;

/** The intake's lines of comments. A line without `dateAdded` says nothing of it. */
export function createUserCommentImporter(comments: UserCommentsService) {
  return defineResourceImport<UserCommentImportDto, ResolvedUserComment & { id: number }>({
    type: 'userComment',
    dto: UserCommentImportDto,
    complete: async (lines): Promise<ResolvedUserComment[]> => {
      const userIds = await comments.resolveUsers(lines.map(({ user }) => user));
      const itemIds = await comments.resolveItems(lines);
      return lines.map(({ dateAdded, ...value }, at) => ({
        ...value,
        ...(dateAdded && { dateAdded }),
        user: { id: userIds[at] as number },
        item: { id: itemIds[at] as number },
      }));
    },
    find: async (values) => {
      const stored = await comments.listByPIds(values.map(({ pId }) => pId));
      return stored.map(({ userId, itemId, ...comment }) => {
        return { ...comment, user: { id: userId }, item: { id: itemId } };
      });
    },
    create: runSequentially((value, caller) =>
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
}: ResolvedUserComment): UserCommentInput {
  return { ...values, ...(dateAdded && { dateAdded }), userId: user.id, itemId: item.id };
}
