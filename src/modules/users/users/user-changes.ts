import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { NotFound } from '../../../core/errors';
import { Stores } from '../../../database';
import { User } from './user.entity';

/** Changes of what is a user's own: one at a time for each user, and each moves its LASTUSED. */
@Injectable()
export class UserChanges {
  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
  ) {}

  /** The instants of a user that is being made: its LASTUSED starts as its DATEADDED. */
  beginning(): Pick<User, 'dateAdded' | 'lastUsed'> {
    const now = this.clock.now();
    return { dateAdded: now, lastUsed: now };
  }

  /**
   * Runs `work` in a unit of work that holds the user's row, after moving its LASTUSED: whoever polls by
   * modification sees the user again.
   * @throws NotFound
   */
  run<T>(userId: number, work: () => Promise<T>): Promise<T> {
    return this.stores.unitOfWork.run(async () => {
      const lastUsed = this.clock.now();
      const found = await this.stores.writer.update(User, userId, { lastUsed });
      if (found === 0) throw new NotFound({ resource: 'user', id: userId });
      return work();
    });
  }

  /** As `run`, for several users: by ascending id, so that such changes never wait for each other. */
  runAll<T>(userIds: readonly number[], work: () => Promise<T>): Promise<T> {
    const [first, ...others] = [...new Set(userIds)].sort((one, other) => one - other);
    return first === undefined ? work() : this.run(first, () => this.runAll(others, work));
  }
}
