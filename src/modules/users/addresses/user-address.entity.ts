import { Entity, Index, JoinColumn, ManyToOne, type Relation, Unique } from 'typeorm';
import {
  BoolColumn,
  DoubleColumn,
  IdColumn,
  NullableFlagColumn,
  PartOfRecord,
  PidColumn,
  RefColumn,
  SmallIntColumn,
  VarcharColumn,
} from '../../../database';
import { Zone } from '../../../platform/catalog';
import { User } from '../users/user.entity';
import type { AddressType, UserType } from '../../../core/person-codes';

/** An address in a user's address book (specification, Billing and Shipping address record). */
@Entity('user_addresses')
@PartOfRecord('userId')
@Unique(['userId', 'type', 'defaultMarker'])
@Unique(['userId', 'pId'])
@Index(['locationId'])
export class UserAddress {
  @IdColumn()
  id!: number;

  @RefColumn(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @ManyToOne(() => User, (user) => user.addresses)
  @JoinColumn({ name: 'user_id' })
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

  @VarcharColumn(255)
  alias!: string;

  /** 1 individual, 2 company, 3 self-employed. */
  @SmallIntColumn()
  userType!: UserType;

  @VarcharColumn(255)
  firstName!: string;

  @VarcharColumn(255)
  lastName!: string;

  @VarcharColumn(255)
  company!: string;

  @VarcharColumn(255)
  address!: string;

  @VarcharColumn(255)
  addressAdditionalInformation!: string;

  @VarcharColumn(255)
  number!: string;

  @VarcharColumn(255)
  city!: string;

  @VarcharColumn(255)
  state!: string;

  @VarcharColumn(255)
  postalCode!: string;

  /** ISO 3166-1 alpha-2. */
  @VarcharColumn(2)
  countryCode!: string;

  /** A zone of the country. */
  @RefColumn(() => Zone, { onDelete: 'SET NULL', nullable: true })
  locationId!: number | null;

  @DoubleColumn()
  latitude!: number;

  @DoubleColumn()
  longitude!: number;

  @VarcharColumn(255)
  phone!: string;

  @VarcharColumn(255)
  mobile!: string;

  @VarcharColumn(255)
  fax!: string;

  /** Tax number of a person. */
  @VarcharColumn(255)
  nif!: string;

  /** VAT identification number. */
  @VarcharColumn(255)
  vat!: string;

  /** Whether the equivalence surcharge for retailers (recargo de equivalencia) applies. */
  @BoolColumn()
  re!: boolean;

  @BoolColumn()
  reverseChargeVat!: boolean;

  /** Whether taxes apply at all. */
  @BoolColumn()
  tax!: boolean;
}
