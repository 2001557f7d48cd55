import { ResourceLines } from '../../intake';
import { UserCommentLineDto } from './user-comment.dto';
import type { SaidComment, UserCommentsService } from './user-comments.service';

/** A line whose references are ids. */
type ResolvedLine = UserCommentLineDto & Record<'user' | 'item', { readonly id: number }>;

/** The intake's lines of comments. A line without `dateAdded` says nothing of it. */
export function userCommentLines(
  comments: UserCommentsService,
): ResourceLines<UserCommentLineDto, ResolvedLine & { id: number }> {
  return new ResourceLines<UserCommentLineDto, ResolvedLine & { id: number }>({
    type: 'userComment',
    dto: UserCommentLineDto,
    complete: async (value): Promise<ResolvedLine> => ({
      ...value,
      user: { id: await comments.userOf(value.user) },
      item: { id: await comments.itemOf(value.itemType, value.item) },
    }),
    find: async (values) => {
      const stored = await comments.withPids(values.map(({ pId }) => pId));
      return stored.map(({ userId, itemId, ...comment }) => {
        return { ...comment, user: { id: userId }, item: { id: itemId } };
      });
    },
    create: (value) => comments.create(saidBy(value as ResolvedLine)),
    update: (id, value) => comments.update(id, saidBy(value as ResolvedLine)),
  });
}

function saidBy({ user, item, ...values }: ResolvedLine): SaidComment {
  return { ...values, userId: user.id, itemId: item.id };
}
