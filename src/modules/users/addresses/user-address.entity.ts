import { Entity, Index, ManyToOne, type Relation, Unique } from 'typeorm';
import {
  IdColumn,
  NullableFlagColumn,
  PartOfRecord,
  PidColumn,
  ForeignKeyColumn,
  SmallIntColumn,
} from '../../../database';
import {
  type AddressColumns,
  WithAddressColumns,
  createEmptyBaseClass,
} from '../../../platform/addresses';
import { User } from '../users/user.entity';
import type { AddressType } from '../../../core/user-codes';

/** An address in a user's address book (specification, Billing and Shipping address record). */
@Entity('user_addresses')
@PartOfRecord('userId')
@Unique(['userId', 'type', 'defaultMarker'])
@Unique(['userId', 'pId'])
@Index(['locationId'])
@WithAddressColumns('user')
export class UserAddress extends createEmptyBaseClass<AddressColumns<'user'>>() {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @ManyToOne(() => User, (user) => user.addresses)
  user!: Relation<User>;

  /** Unique among the addresses of its user. */
  @PidColumn()
  pId!: string;

  /** 1 billing, 2 shipping. */
  @SmallIntColumn()
  type!: AddressType;

  /** 1 for the default address of its type. */
  @NullableFlagColumn()
  defaultMarker!: number | null;
}
