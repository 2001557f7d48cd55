import { instant, list, num, record, str } from '../../../api';
import type { RewardMovement } from './reward-movement.entity';

/** The account of a user's reward points. */
export interface RewardPoints {
  /** What can be spent. */
  readonly balance: number;
  readonly movements: readonly RewardMovement[];
}

export const rewardMovementRecord = record<RewardMovement>()('rewardMovement', {
  COMMENT: str('comment'),
  DATE: instant('date'),
  EXPIRATIONDATE: str('expirationDate'),
  ID: num('id'),
  POINTS: num('points'),
});

export const rewardPointsRecord = record<RewardPoints>()('rewardPoints', {
  BALANCE: num('balance'),
  MOVEMENTS: list('movements', rewardMovementRecord, { in: 'attached' }),
});
