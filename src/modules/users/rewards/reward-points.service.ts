import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { defineError } from '../../../core/errors';
import { mergePlans, createLoadPlan } from '../../../core/load-plan';
import { type Condition, whereEquals, whereAtLeast, DataAccess } from '../../../database';
import type { CallerRights } from '../administrators/administrators.service';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { UserCrud } from '../users/user-crud';
import type { CreateRewardMovementDto } from './reward-movement.dto';
import { RewardMovement } from './reward-movement.entity';
import { type RewardPointsAccount, rewardMovementRecord } from './reward-points.record';

/** 409: a user can't spend more points than the balance. */
export const InsufficientRewardPoints = defineError<{ balance: number; pointer: string }>({
  code: 'rewardPoints.tooFew',
  status: 409,
  title: 'The balance of the reward points is too small',
  remedy: 'Spend at most the balance.',
  detail: ({ balance }) => `The user has ${balance} points to spend.`,
});

/** 422: only earned points can expire. */
export const SpentPointsCannotExpire = defineError<{ pointer: string }>({
  code: 'rewardPoints.spentExpire',
  status: 422,
  title: "Spent points can't expire",
  remedy: 'Omit `expirationDate`.',
  detail: () => 'expirationDate is only for earned points; negative points are spent.',
});

const rewardMovementPlan = mergePlans(
  rewardMovementRecord.getLoadPlan(),
  createLoadPlan(RewardMovement, ['unspent']),
);

/** Manages the reward points of users. Each movement of earned points records how many of them are left. */
@Injectable()
export class RewardPointsService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly users: UserCrud,
    private readonly clock: Clock,
    private readonly userUnitOfWork: UserUnitOfWork,
  ) {}

  /** Returns the balance and all movements of a user. @throws NotFound */
  async getAccount(userId: number): Promise<RewardPointsAccount> {
    await this.users.assertExists(userId);
    const movements = await this.listMovements([whereEquals('userId', userId)]);
    return { balance: sumBalance(this.selectSpendable(movements)), movements };
  }

  /** Earns or spends points. @throws NotFound, SpentPointsCannotExpire, InsufficientRewardPoints */
  createMovement(
    userId: number,
    { points, comment, expirationDate }: CreateRewardMovementDto,
    caller: CallerRights,
  ): Promise<RewardPointsAccount> {
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      if (points < 0) {
        if (expirationDate) {
          throw new SpentPointsCannotExpire({ pointer: '/expirationDate' });
        }
        await this.spend(userId, -points);
      }
      const unspent = Math.max(points, 0);
      const movement = { userId, points, unspent, comment, expirationDate, date: this.clock.now() };
      await this.dataAccess.writer.insert(RewardMovement, [movement]);
      return this.getAccount(userId);
    });
  }

  /** Takes points from the earned ones, those that expire first. @throws InsufficientRewardPoints */
  private async spend(userId: number, points: number): Promise<void> {
    const earned = await this.listMovements([
      whereEquals('userId', userId),
      whereAtLeast('unspent', 1),
    ]);
    // Points with the same expiry stay in the order in which they were earned.
    const spendableMovements = this.selectSpendable(earned).sort(
      (one, other) => toExpiryMs(one) - toExpiryMs(other),
    );
    const balance = sumBalance(spendableMovements);
    if (balance < points) throw new InsufficientRewardPoints({ balance, pointer: '/points' });
    let remaining = points;
    for (const { id, unspent } of spendableMovements) {
      const taken = Math.min(unspent, remaining);
      if (taken === 0) break;
      await this.dataAccess.writer.update(RewardMovement, id, { unspent: unspent - taken });
      remaining -= taken;
    }
  }

  private listMovements(conditions: readonly Condition[]): Promise<RewardMovement[]> {
    return this.dataAccess.loader.listWhere(RewardMovement, conditions, rewardMovementPlan);
  }

  /** The movements that have not expired. */
  private selectSpendable(movements: readonly RewardMovement[]): RewardMovement[] {
    const now = this.clock.now().getTime();
    return movements.filter((movement) => toExpiryMs(movement) > now);
  }
}

const NEVER_EXPIRES_MS = Number.MAX_SAFE_INTEGER;

/** When the points expire, in milliseconds since 1970. */
function toExpiryMs({ expirationDate }: RewardMovement): number {
  return expirationDate === null ? NEVER_EXPIRES_MS : Date.parse(expirationDate);
}

function sumBalance(movements: readonly RewardMovement[]): number {
  return movements.reduce((sum, { unspent }) => sum + unspent, 0);
}
