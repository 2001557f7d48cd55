import { Check, Entity, Index } from 'typeorm';
import {
  IdColumn,
  InstantColumn,
  IntColumn,
  OffsetInstantColumn,
  PartOfRecord,
  ForeignKeyColumn,
  VarcharColumn,
} from '../../../database';
import { User } from '../users/user.entity';

/** A movement of a user's reward points: earned or spent points. */
@Entity('reward_movements')
@PartOfRecord('userId', { field: 'rewardPoints' })
@Index(['userId'])
@Check('ck_reward_movements_unspent', 'unspent >= 0')
export class RewardMovement {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  /** Never 0; negative for spent points. */
  @IntColumn()
  points!: number;

  /** The part of earned points that is not spent yet. */
  @IntColumn()
  unspent!: number;

  @VarcharColumn(255)
  comment!: string;

  @InstantColumn()
  date!: Date;

  /** When unspent points expire. */
  @OffsetInstantColumn({ nullable: true })
  expirationDate!: string | null;
}
