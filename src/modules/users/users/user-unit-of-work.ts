import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { NotFound } from '../../../core/errors';
import { mergePlans, createLoadPlan } from '../../../core/load-plan';
import { type Patch, increment, Stores } from '../../../database';
import { UserAddress } from '../addresses/user-address.entity';
import { Administrators, type CallerRights } from '../administrators/administrators';
import { SupplierItem } from '../suppliers/supplier-item.entity';
import { TagAssignment, TagAssignmentText } from '../tags/tag-assignment.entity';
import { Voucher } from '../vouchers/voucher.entity';
import { User } from './user.entity';

/** Changes of what is a user's own: who may make them, one at a time for each user, and each moves its LASTUSED. */
@Injectable()
export class UserUnitOfWork {
  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
    private readonly administrators: Administrators,
  ) {}

  /** The instants of a user that is being made: its LASTUSED starts as its DATEADDED. */
  initialTimestamps(): Pick<User, 'dateAdded' | 'lastUsed'> {
    const now = this.clock.now();
    return { dateAdded: now, lastUsed: now };
  }

  /**
   * Runs `work` in a unit of work that holds the user's row, after moving its LASTUSED: whoever polls by
   * modification sees the user again. All that is a user's own is changed in here, so this is where the rights of
   * the caller are checked.
   * @throws NotFound; ScopeMissing of a member of the system group
   */
  run<T>(userId: number, caller: CallerRights, work: () => Promise<T>): Promise<T> {
    return this.stores.unitOfWork.run(async () => {
      await this.touch(userId);
      await this.administrators.authorizeChange(caller, userId);
      return work();
    });
  }

  /** Leaves the customers of a user who is going without a sales agent, which changes them. In the unit of work around. */
  async clearSalesAgent(agentId: number): Promise<void> {
    const { writer } = this.stores;
    await writer.update(
      User,
      { salesAgentId: agentId },
      { ...this.toTouchPatch(), salesAgentId: null },
    );
  }

  private toTouchPatch(): Patch<User> {
    // A second change within the same millisecond would otherwise change nothing here, and nobody would be told.
    return { lastUsed: this.clock.now(), lockCount: increment(1) };
  }

  private async touch(userId: number): Promise<void> {
    const found = await this.stores.writer.update(User, userId, this.toTouchPatch());
    if (found === 0) throw new NotFound({ resource: 'user', id: userId });
  }

  /** Everything that is stored of a user. @throws NotFound */
  private async loadSnapshot(userId: number): Promise<unknown> {
    const { loader } = this.stores;
    const tags = mergePlans(
      loader.fullPlan(TagAssignment),
      createLoadPlan(TagAssignment, [], { languages: loader.fullPlan(TagAssignmentText) }),
    );
    const parts = createLoadPlan(User, [], {
      addresses: loader.fullPlan(UserAddress),
      customTags: tags,
      supplierItems: loader.fullPlan(SupplierItem),
      vouchers: loader.fullPlan(Voucher),
    });
    const user = await loader.findById(User, userId, mergePlans(loader.fullPlan(User), parts));
    if (!user) throw new NotFound({ resource: 'user', id: userId });
    return user;
  }

  /**
   * As `run`, for a change that may change nothing: then LASTUSED stays where it is.
   * @throws NotFound; ScopeMissing of a member of the system group
   */
  runTouchingIfChanged(
    userId: number,
    caller: CallerRights,
    change: () => Promise<unknown>,
  ): Promise<void> {
    return this.stores.unitOfWork.run(async () => {
      await this.stores.writer.lock(User, [userId]);
      const before = await this.loadSnapshot(userId);
      await this.administrators.authorizeChange(caller, userId);
      await change();
      const after = await this.loadSnapshot(userId);
      if (!isDeepStrictEqual(before, after)) await this.touch(userId);
    });
  }

  /** As `run`, for several users: by ascending id, so that such changes never wait for each other. */
  runForAll<T>(
    userIds: readonly number[],
    caller: CallerRights,
    work: () => Promise<T>,
  ): Promise<T> {
    const [first, ...others] = [...new Set(userIds)].sort((one, other) => one - other);
    return first === undefined
      ? work()
      : this.run(first, caller, () => this.runForAll(others, caller, work));
  }
}
