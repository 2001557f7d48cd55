import {
  instantField,
  recordListField,
  numberField,
  defineRecord,
  stringField,
} from '../../../api';
import type { RewardMovement } from './reward-movement.entity';

/** The account of a user's reward points. */
export interface RewardPointsAccount {
  /** The points that can be spent. */
  readonly balance: number;
  readonly movements: readonly RewardMovement[];
}

export const rewardMovementRecord = defineRecord<RewardMovement>()('rewardMovement', {
  COMMENT: stringField('comment'),
  DATE: instantField('date'),
  EXPIRATIONDATE: stringField('expirationDate'),
  ID: numberField('id'),
  POINTS: numberField('points'),
});

export const rewardPointsRecord = defineRecord<RewardPointsAccount>()('rewardPoints', {
  BALANCE: numberField('balance'),
  MOVEMENTS: recordListField('movements', rewardMovementRecord, { storage: 'attached' }),
});
