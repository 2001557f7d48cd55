import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { DatabaseBusy } from '../../../core/errors';
import { type LoadPlan, createLoadPlan, type Loaded } from '../../../core/load-plan';
import {
  Crud,
  whereEquals,
  whereIn,
  defineList,
  type RecordReference,
  DataAccess,
} from '../../../database';
import { CatalogRepository } from '../../../platform/catalog';
import type { CallerRights } from '../administrators/administrators.service';
import { resolveElementIds } from '../resolve-element-ids';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { UserCrud } from '../users/user-crud';
import { type CommentItemType, elementKindByCommentItemType } from './comment-item-type';
import { UserComment } from './user-comment.entity';

/** A comment as an import record describes it. */
export type UserCommentColumns = Omit<UserComment, 'id' | 'item' | 'dateAdded'> & {
  dateAdded?: Date;
};

const commentUserIdPlan = createLoadPlan(UserComment, ['userId']);
const importedCommentPlan = createLoadPlan(UserComment, [
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
    private readonly users: UserCrud,
    private readonly clock: Clock,
    private readonly catalog: CatalogRepository,
    private readonly userUnitOfWork: UserUnitOfWork,
  ) {
    this.comments = new Crud(dataAccess, UserComment, 'userComment', defineList(UserComment));
  }

  /** Returns the comments of a user, oldest first. @throws NotFound */
  async list<R>(userId: number, plan: LoadPlan<UserComment, R>): Promise<R[]> {
    await this.users.assertExists(userId);
    return this.comments.listWhere([whereEquals('userId', userId)], plan);
  }

  /** Returns the existing comments with these pIds, without their items. */
  listByPIds(pIds: readonly string[]): Promise<Loaded<typeof importedCommentPlan>[]> {
    return this.comments.listWhere([whereIn('pId', pIds)], importedCommentPlan);
  }

  /**
   * Returns the ids of the referenced users, in the order of the references, with one query.
   * @throws ReferenceNotFound, ReferenceMismatch
   */
  resolveUserIds(references: readonly RecordReference[]): Promise<number[]> {
    return this.users.resolveReferences(references, () => '/user');
  }

  /**
   * Returns the ids of the commented products, categories and pages, in the order of the comments. Runs one or two
   * queries per kind.
   * @throws ReferenceNotFound, ReferenceMismatch
   */
  resolveItemIds(
    comments: readonly { readonly itemType: CommentItemType; readonly item: RecordReference }[],
  ): Promise<number[]> {
    const references = comments.map(({ itemType, item: reference }) => {
      return { kind: elementKindByCommentItemType[itemType], reference, pointer: '/item' };
    });
    return resolveElementIds(this.catalog, references);
  }

  /** @throws NotFound, PidTaken */
  create(
    { dateAdded = this.clock.now(), ...values }: UserCommentColumns,
    caller: CallerRights,
  ): Promise<{ id: number }> {
    return this.userUnitOfWork.runAndTouch(values.userId, caller, async () => {
      return { id: await this.comments.insert({ ...values, dateAdded }) };
    });
  }

  /**
   * Updates a comment. When it moves to another user, both users are marked as changed.
   * @throws NotFound, DatabaseBusy if the comment moved to another user at the same time
   */
  async update(id: number, values: UserCommentColumns, caller: CallerRights): Promise<void> {
    const { userId } = await this.comments.get(id, commentUserIdPlan);
    await this.userUnitOfWork.runForUsers([userId, values.userId], caller, async () => {
      // The user is locked only now, so the comment may have moved to another user since it was read.
      const updatedCount = await this.dataAccess.writer.update(UserComment, { id, userId }, values);
      if (updatedCount === 0) throw new DatabaseBusy();
    });
  }
}
