import { Check, Entity, Index } from 'typeorm';
import {
  IdColumn,
  InstantColumn,
  IntColumn,
  OffsetInstantColumn,
  PartOfRecord,
  RefColumn,
  VarcharColumn,
} from '../../../database';
import { User } from '../users/user.entity';

/** A movement of a user's reward points: earned, or spent. */
@Entity('reward_movements')
@PartOfRecord('userId')
@Index(['userId'])
@Check('ck_reward_movements_unspent', 'unspent >= 0')
export class RewardMovement {
  @IdColumn()
  id!: number;

  @RefColumn(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  /** Not 0; negative: spent. */
  @IntColumn()
  points!: number;

  /** Of earned points: how many of them nobody has spent. */
  @IntColumn()
  unspent!: number;

  @VarcharColumn(255)
  comment!: string;

  @InstantColumn()
  date!: Date;

  /** From then on unspent points no longer count. */
  @OffsetInstantColumn({ nullable: true })
  expirationDate!: string | null;
}
