import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { type LoadPlan, plan } from '../../../core/load-plan';
import { Crud, is, isOneOf, listing, type Reference, Stores } from '../../../database';
import { Catalog } from '../../catalog';
import { UserChanges } from '../users/user-changes';
import { UserCollection } from '../users/user-collection';
import type { User } from '../users/user.entity';
import { type CommentItemType, commentItemKinds } from './comment-item-type';
import { UserComment } from './user-comment.entity';

/** What a line says of a comment. */
export type SaidComment = Omit<UserComment, 'id' | 'item' | 'dateAdded'> & { dateAdded?: Date };

const userPlan = plan(UserComment, ['userId']);
const wholePlan = plan(UserComment, [
  'pId',
  'userId',
  'itemType',
  'itemId',
  'comment',
  'rating',
  'active',
  'dateAdded',
]);

/** What users have said about products, categories and pages. It comes in by the intake only. */
@Injectable()
export class UserCommentsService {
  private readonly users: Crud<User>;
  private readonly comments: Crud<UserComment>;

  constructor(
    stores: Stores,
    private readonly clock: Clock,
    private readonly catalog: Catalog,
    private readonly changes: UserChanges,
  ) {
    this.users = new UserCollection(stores);
    this.comments = new Crud(stores, UserComment, 'userComment', listing(UserComment));
  }

  /** The comments of a user, the oldest first. @throws NotFound */
  async list(userId: number, plan: LoadPlan): Promise<UserComment[]> {
    await this.users.mustExist(userId);
    return this.comments.where([is('userId', userId)], plan);
  }

  /** Those that exist of the comments with these public identifiers, without their items. */
  withPids(pIds: readonly string[]): Promise<UserComment[]> {
    return this.comments.where([isOneOf('pId', pIds)], wholePlan);
  }

  /** The user that a reference names. @throws ReferenceNotFound, ReferenceMismatch */
  userOf(reference: Reference): Promise<number> {
    return this.users.reference(reference, '/user');
  }

  /** The product, category or page that a reference names. @throws ReferenceNotFound, ReferenceMismatch */
  async itemOf(itemType: CommentItemType, reference: Reference): Promise<number> {
    return (await this.catalog.reference(commentItemKinds[itemType], reference, '/item')).id;
  }

  /** @throws NotFound, PidTaken */
  create({ dateAdded = this.clock.now(), ...values }: SaidComment): Promise<{ id: number }> {
    return this.changes.run(values.userId, async () => {
      return { id: await this.comments.insert({ ...values, dateAdded }) };
    });
  }

  /** Changes a comment, which is a change of both users when it becomes another one's. @throws NotFound */
  async update(id: number, values: SaidComment): Promise<void> {
    const { userId } = await this.comments.get(id, userPlan);
    await this.changes.runAll([userId, values.userId], () => this.comments.patch(id, values));
  }
}
