import { Check, Entity, Index } from 'typeorm';
import { Id, Instant, Int, OffsetInstant, Ref, Varchar } from '../../../database';
import { User } from '../users/user.entity';

/** A movement of a user's reward points: earned, or spent. */
@Entity('reward_movements')
@Index(['userId'])
@Check('ck_reward_movements_unspent', 'unspent >= 0')
export class RewardMovement {
  @Id()
  id!: number;

  @Ref(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  /** Not 0; negative: spent. */
  @Int()
  points!: number;

  /** Of earned points: how many of them nobody has spent. */
  @Int()
  unspent!: number;

  @Varchar(255)
  comment!: string;

  @Instant()
  date!: Date;

  /** From then on unspent points no longer count. */
  @OffsetInstant({ nullable: true })
  expirationDate!: string | null;
}
