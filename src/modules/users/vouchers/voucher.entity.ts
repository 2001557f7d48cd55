import { Check, Entity, Index, ManyToOne, type Relation, Unique } from 'typeorm';
import {
  IdColumn,
  InstantColumn,
  MoneyColumn,
  OffsetInstantColumn,
  PartOfRecord,
  PidColumn,
  ForeignKeyColumn,
  SmallIntColumn,
  Unjournaled,
  VarcharColumn,
} from '../../../database';
import { User } from '../users/user.entity';

/** A voucher of a user (specification, User voucher record). */
@Entity('vouchers')
@PartOfRecord('userId')
@Unique(['pId'])
@Unique(['code'])
@Index(['userId'])
@Check('ck_vouchers_balance', 'available_balance >= 0')
export class Voucher {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @ManyToOne(() => User, (user) => user.vouchers)
  user!: Relation<User>;

  /** Unique across all users, like the code. */
  @PidColumn({ nullable: true })
  pId!: string | null;

  @VarcharColumn(100)
  code!: string;

  /** The sum of the voucher's movements; never below 0. */
  @MoneyColumn()
  availableBalance!: number;

  /** ISO 4217 number. */
  @SmallIntColumn()
  currencyId!: number;

  @OffsetInstantColumn({ nullable: true })
  expirationDate!: string | null;
}

/** A change of a voucher's balance: the opening balance, a correction, a redemption or a refund. */
@Entity('voucher_movements')
@Unjournaled('a movement counts as a change of its voucher')
@Index(['voucherId'])
export class VoucherMovement {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => Voucher, { onDelete: 'CASCADE' })
  voucherId!: number;

  /** Negative if the amount was redeemed or deducted. */
  @MoneyColumn()
  amount!: number;

  @InstantColumn()
  movedAt!: Date;
}
