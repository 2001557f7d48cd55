import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { DatabaseBusy } from '../../../core/errors';
import { type LoadPlan, createLoadPlan, type Loaded } from '../../../core/load-plan';
import {
  Crud,
  is,
  isOneOf,
  defineListing,
  type RecordReference,
  DataAccess,
} from '../../../database';
import { Catalog } from '../../../platform/catalog';
import type { CallerRights } from '../administrators/administrators';
import { resolveElementIds } from '../resolve-element-ids';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { UserCollection } from '../users/user-collection';
import { type CommentItemType, commentItemKinds } from './comment-item-type';
import { UserComment } from './user-comment.entity';

/** A comment as an import record describes it. */
export type UserCommentInput = Omit<UserComment, 'id' | 'item' | 'dateAdded'> & {
  dateAdded?: Date;
};

const userPlan = createLoadPlan(UserComment, ['userId']);
const fullPlan = createLoadPlan(UserComment, [
  'pId',
  'userId',
  'itemType',
  'itemId',
  'comment',
  'rating',
  'active',
  'dateAdded',
]);

/** Manages comments of users on products, categories and pages. Only the import creates them. */
@Injectable()
export class UserCommentsService {
  private readonly comments: Crud<UserComment>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly users: UserCollection,
    private readonly clock: Clock,
    private readonly catalog: Catalog,
    private readonly userUnitOfWork: UserUnitOfWork,
  ) {
    this.comments = new Crud(dataAccess, UserComment, 'userComment', defineListing(UserComment));
  }

  /** Returns the comments of a user, oldest first. @throws NotFound */
  async list<R>(userId: number, plan: LoadPlan<UserComment, R>): Promise<R[]> {
    await this.users.requireExists(userId);
    return this.comments.listWhere([is('userId', userId)], plan);
  }

  /** Returns the existing comments with these pIds, without their items. */
  listByPIds(pIds: readonly string[]): Promise<Loaded<typeof fullPlan>[]> {
    return this.comments.listWhere([isOneOf('pId', pIds)], fullPlan);
  }

  /**
   * Returns the ids of the referenced users, in the order of the references, with one query.
   * @throws ReferenceNotFound, ReferenceMismatch
   */
  resolveUsers(references: readonly RecordReference[]): Promise<number[]> {
    return this.users.resolveReferences(references, () => '/user');
  }

  /**
   * Returns the ids of the commented products, categories and pages, in the order of the comments. Runs one or two
   * queries per kind.
   * @throws ReferenceNotFound, ReferenceMismatch
   */
  resolveItems(
    comments: readonly { readonly itemType: CommentItemType; readonly item: RecordReference }[],
  ): Promise<number[]> {
    const references = comments.map(({ itemType, item: reference }) => {
      return { kind: commentItemKinds[itemType], reference, pointer: '/item' };
    });
    return resolveElementIds(this.catalog, references);
  }

  /** @throws NotFound, PidTaken */
  create(
    { dateAdded = this.clock.now(), ...values }: UserCommentInput,
    caller: CallerRights,
  ): Promise<{ id: number }> {
    return this.userUnitOfWork.run(values.userId, caller, async () => {
      return { id: await this.comments.insert({ ...values, dateAdded }) };
    });
  }

  /**
   * Updates a comment. When it moves to another user, both users are marked as changed.
   * @throws NotFound, DatabaseBusy if the comment moved to another user at the same time
   */
  async update(id: number, values: UserCommentInput, caller: CallerRights): Promise<void> {
    const { userId } = await this.comments.get(id, userPlan);
    await this.userUnitOfWork.runForAll([userId, values.userId], caller, async () => {
      // The user is locked only now, so the comment may have moved to another user since it was read.
      const found = await this.dataAccess.writer.update(UserComment, { id, userId }, values);
      if (found === 0) throw new DatabaseBusy();
    });
  }
}
