import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { NotFound } from '../../../core/errors';
import { mergePlans, createLoadPlan } from '../../../core/load-plan';
import { type Patch, increment, DataAccess } from '../../../database';
import { FilterItemsService, filterTypes } from '../../../platform/requests/filters';
import { UserAddress } from '../addresses/user-address.entity';
import { AdministratorsService, type CallerRights } from '../administrators/administrators.service';
import { SupplierItem } from '../suppliers/supplier-item.entity';
import { UserTagAssignment, UserTagAssignmentText } from '../tags/user-tag-assignment.entity';
import { Voucher } from '../vouchers/voucher.entity';
import { User } from './user.entity';

/**
 * Runs changes of users and their parts: checks the caller's rights, serializes the changes of a user, and updates
 * LASTUSED.
 */
@Injectable()
export class UserUnitOfWork {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly administrators: AdministratorsService,
    private readonly filters: FilterItemsService,
  ) {}

  /** The timestamps of a new user; LASTUSED starts equal to DATEADDED. */
  getInitialTimestamps(): Pick<User, 'dateAdded' | 'lastUsed'> {
    const now = this.clock.now();
    return { dateAdded: now, lastUsed: now };
  }

  /**
   * Runs `work` in a unit of work that checks the caller's rights, locks the user's row and updates LASTUSED. Polling by
   * modification then finds the user. All changes of a user's data run here.
   * @throws NotFound; ScopeMissing for a member of the system group
   */
  runAndTouch<T>(userId: number, caller: CallerRights, work: () => Promise<T>): Promise<T> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.touch(userId);
      await this.administrators.authorizeUserChange(caller, userId);
      return work();
    });
  }

  /**
   * Removes the references to a user that is being deleted or erased, inside the enclosing unit of work. These are
   * filters that name it, and the sales agent of its customers. The latter counts as a change of the customers.
   */
  async removeReferencesToUser(userId: number): Promise<void> {
    await this.filters.removeBySubject(filterTypes.user, userId);
    const patch = { ...this.createTouchPatch(), salesAgentId: null };
    await this.dataAccess.writer.update(User, { salesAgentId: userId }, patch);
  }

  private createTouchPatch(): Patch<User> {
    // Without `lockCount`, a second change within the same millisecond would change no row and would not be journaled.
    return { lastUsed: this.clock.now(), lockCount: increment(1) };
  }

  private async touch(userId: number): Promise<void> {
    const updatedCount = await this.dataAccess.writer.update(User, userId, this.createTouchPatch());
    if (updatedCount === 0) throw new NotFound({ resource: 'user', id: userId });
  }

  /** Loads everything that is stored of a user. @throws NotFound */
  private async loadSnapshot(userId: number): Promise<unknown> {
    const { loader } = this.dataAccess;
    const tagsPlan = mergePlans(
      loader.createFullPlan(UserTagAssignment),
      createLoadPlan(UserTagAssignment, [], {
        languages: loader.createFullPlan(UserTagAssignmentText),
      }),
    );
    const partsPlan = createLoadPlan(User, [], {
      addresses: loader.createFullPlan(UserAddress),
      customTags: tagsPlan,
      supplierItems: loader.createFullPlan(SupplierItem),
      vouchers: loader.createFullPlan(Voucher),
    });
    const user = await loader.findById(
      User,
      userId,
      mergePlans(loader.createFullPlan(User), partsPlan),
    );
    if (!user) throw new NotFound({ resource: 'user', id: userId });
    return user;
  }

  /**
   * Like `runAndTouch`, for a change that may change nothing; then LASTUSED stays unchanged.
   * @throws NotFound; ScopeMissing for a member of the system group
   */
  runAndTouchIfChanged(
    userId: number,
    caller: CallerRights,
    change: () => Promise<unknown>,
  ): Promise<void> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.dataAccess.writer.lock(User, [userId]);
      const before = await this.loadSnapshot(userId);
      await this.administrators.authorizeUserChange(caller, userId);
      await change();
      const after = await this.loadSnapshot(userId);
      if (!isDeepStrictEqual(before, after)) await this.touch(userId);
    });
  }

  /** Like `runAndTouch`, for several users. Rows are locked by ascending id, to avoid deadlocks. */
  runForUsers<T>(
    userIds: readonly number[],
    caller: CallerRights,
    work: () => Promise<T>,
  ): Promise<T> {
    const [first, ...others] = [...new Set(userIds)].sort((one, other) => one - other);
    return first === undefined
      ? work()
      : this.runAndTouch(first, caller, () => this.runForUsers(others, caller, work));
  }
}
