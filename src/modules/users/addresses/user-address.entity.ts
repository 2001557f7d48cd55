import { Entity, Index, JoinColumn, ManyToOne, type Relation, Unique } from 'typeorm';
import { Bool, Double, Id, Marker, Pid, Ref, SmallInt, Varchar } from '../../../database';
import { Zone } from '../../catalog';
import { User } from '../users/user.entity';
import type { UserType } from '../users/user-types';
import type { AddressType } from './address-types';

/** An address in a user's address book (specification, Billing and Shipping address record). */
@Entity('user_addresses')
@Unique(['userId', 'type', 'defaultMarker'])
@Unique(['userId', 'pId'])
@Index(['locationId'])
export class UserAddress {
  @Id()
  id!: number;

  @Ref(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @ManyToOne(() => User, (user) => user.addresses)
  @JoinColumn({ name: 'user_id' })
  user!: Relation<User>;

  /** Unique among the addresses of its user. */
  @Pid()
  pId!: string;

  /** 1 billing, 2 shipping. */
  @SmallInt()
  type!: AddressType;

  /** 1 for the default address of its type. */
  @Marker()
  defaultMarker!: number | null;

  @Varchar(255)
  alias!: string;

  /** 1 individual, 2 company, 3 self-employed. */
  @SmallInt()
  userType!: UserType;

  @Varchar(255)
  firstName!: string;

  @Varchar(255)
  lastName!: string;

  @Varchar(255)
  company!: string;

  @Varchar(255)
  address!: string;

  @Varchar(255)
  addressAdditionalInformation!: string;

  @Varchar(255)
  number!: string;

  @Varchar(255)
  city!: string;

  @Varchar(255)
  state!: string;

  @Varchar(255)
  postalCode!: string;

  /** ISO 3166-1 alpha-2. */
  @Varchar(2)
  countryCode!: string;

  /** A zone of the country. */
  @Ref(() => Zone, { onDelete: 'SET NULL', nullable: true })
  locationId!: number | null;

  @Double()
  latitude!: number;

  @Double()
  longitude!: number;

  @Varchar(255)
  phone!: string;

  @Varchar(255)
  mobile!: string;

  @Varchar(255)
  fax!: string;

  /** Tax number of a person. */
  @Varchar(255)
  nif!: string;

  /** VAT identification number. */
  @Varchar(255)
  vat!: string;

  /** Whether the surcharge of retailers (recargo de equivalencia) applies. */
  @Bool()
  re!: boolean;

  @Bool()
  reverseChargeVat!: boolean;

  /** Whether taxes apply at all. */
  @Bool()
  tax!: boolean;
}
