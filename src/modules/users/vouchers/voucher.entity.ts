import { Check, Entity, Index, JoinColumn, ManyToOne, type Relation, Unique } from 'typeorm';
import { Id, Instant, Money, OffsetInstant, Pid, Ref, SmallInt, Varchar } from '../../../database';
import { User } from '../users/user.entity';

/** A voucher of a user (specification, User voucher record). */
@Entity('vouchers')
@Unique(['pId'])
@Unique(['code'])
@Index(['userId'])
@Check('ck_vouchers_balance', 'available_balance >= 0')
export class Voucher {
  @Id()
  id!: number;

  @Ref(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @ManyToOne(() => User, (user) => user.vouchers)
  @JoinColumn({ name: 'user_id' })
  user!: Relation<User>;

  /** Unique over all users, like the code. */
  @Pid({ nullable: true })
  pId!: string | null;

  @Varchar(100)
  code!: string;

  /** The sum of the voucher's movements; never below 0. */
  @Money()
  availableBalance!: number;

  /** ISO 4217 number. */
  @SmallInt()
  currencyId!: number;

  @OffsetInstant({ nullable: true })
  expirationDate!: string | null;
}

/** A change of a voucher's balance: what it was opened with, corrections, redemptions. */
@Entity('voucher_movements')
@Index(['voucherId'])
export class VoucherMovement {
  @Id()
  id!: number;

  @Ref(() => Voucher, { onDelete: 'CASCADE' })
  voucherId!: number;

  /** Negative: redeemed or taken off. */
  @Money()
  amount!: number;

  @Instant()
  movedAt!: Date;
}
