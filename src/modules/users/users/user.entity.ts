import { Entity, Index, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import {
  BoolColumn,
  FoldedColumn,
  IdColumn,
  InstantColumn,
  IntColumn,
  Journaled,
  OffsetInstantColumn,
  PidColumn,
  RateColumn,
  ForeignKeyColumn,
  defineSearchKind,
  SmallIntColumn,
  VarcharColumn,
  LockCountColumn,
  mapToFieldName,
} from '../../../database';
import { UserAddress } from '../addresses/user-address.entity';
import { UserGroup } from '../groups/user-group.entity';
import { SupplierItem } from '../suppliers/supplier-item.entity';
import { UserTagAssignment } from '../tags/user-tag-assignment.entity';
import { Voucher } from '../vouchers/voucher.entity';
import { WishlistItem } from '../wishlist/wishlist-item.entity';
import type { UserType } from '../../../core/user-codes';

export const userSearchKind = defineSearchKind('user', 8);

/** A user of the store: a customer, a supplier, a sales agent, an administrator (specification, User record). */
@Entity('users')
@Journaled('user', {
  area: 'users',
  changeMarkerProperty: 'lastUsed',
  fieldNames: {
    ...mapToFieldName(null, ['emailKey', 'passwordTrusted', 'credentialVersion']),
    ...mapToFieldName('password', ['passwordHash']),
    ...mapToFieldName('group', ['groupId']),
    ...mapToFieldName('salesAgent', ['agent', 'agentCommission', 'salesAgentId']),
    ...mapToFieldName('supplier', ['supplierActive', 'supplierLogo', 'supplierItems']),
    ...mapToFieldName('addressBook', ['addresses']),
  },
})
@Unique(['nick'])
@Unique(['emailKey'])
@Unique(['pId'])
@Index(['salesAgentId'])
@Index(['groupId'])
@Index(['active'])
@Index(['id'])
@Index(['lastUsed'])
@Index(['dateAdded'])
@Index(['nickFolded'])
@Index(['emailFolded'])
export class User {
  @IdColumn()
  id!: number;

  /** Incremented only to lock the row and to make a write change it; the value has no meaning. */
  @LockCountColumn()
  lockCount?: number | null;

  @PidColumn()
  pId!: string;

  @BoolColumn()
  active!: boolean;

  @VarcharColumn(254)
  email!: string;

  /** The e-mail address without case (email-key.ts); unique. */
  @VarcharColumn(508)
  emailKey!: string;

  @FoldedColumn()
  emailFolded!: string;

  /** Login name of an administrator; unique, null for users without one. */
  @VarcharColumn(255, { nullable: true })
  nick!: string | null;

  @FoldedColumn(190, { default: '' })
  nickFolded!: string;

  /** Hash of the password; null if the user can't log in. */
  @VarcharColumn(255, { nullable: true })
  passwordHash!: string | null;

  /**
   * Whether a holder of users:admin was the last to set the password. Only then is it kept when the user becomes an
   * administrator.
   */
  @BoolColumn({ nullable: true, default: false })
  passwordTrusted!: boolean | null;

  /** Incremented when the password, group, level or active flag changes, which ends older login tokens. */
  @IntColumn({ default: 0 })
  credentialVersion!: number;

  @ForeignKeyColumn(() => UserGroup, { onDelete: 'RESTRICT' })
  groupId!: number;

  @ManyToOne(() => UserGroup)
  group!: Relation<UserGroup>;

  /** 3 super-administrator, 4 administrator; applies to members of the system group only. */
  @SmallIntColumn()
  systemLevel!: number;

  /** 1 individual, 2 company, 3 self-employed. */
  @SmallIntColumn()
  userType!: UserType;

  /** 1 male, 2 female. */
  @SmallIntColumn()
  gender!: number;

  @OffsetInstantColumn({ nullable: true })
  birthDay!: string | null;

  /** ISO 639-1. */
  @VarcharColumn(2)
  languageCode!: string;

  /** ISO 4217 code; empty if unknown. */
  @VarcharColumn(3, { default: '' })
  currencyCode!: string;

  @VarcharColumn(2048)
  image!: string;

  @BoolColumn()
  blogger!: boolean;

  @BoolColumn()
  blogVerified!: boolean;

  @BoolColumn()
  reverseChargeVat!: boolean;

  @BoolColumn()
  useShippingAddress!: boolean;

  @BoolColumn()
  verified!: boolean;

  @IntColumn()
  visits!: number;

  @BoolColumn({ default: false })
  subscribed!: boolean;

  @BoolColumn({ default: false })
  chatSupport!: boolean;

  @BoolColumn({ default: false })
  ticketingSupport!: boolean;

  /** Whether the user is an active sales agent; the sales agent of a customer is `salesAgentId`. */
  @BoolColumn()
  agent!: boolean;

  /** Commission of a sales agent, in percent. */
  @RateColumn({ default: 0 })
  agentCommission!: number;

  /** The sales agent of a customer. */
  @ForeignKeyColumn(() => User, { onDelete: 'SET NULL', nullable: true })
  salesAgentId!: number | null;

  @ManyToOne(() => User, (agent) => agent.customers)
  salesAgent!: Relation<User> | null;

  /** The customers of a sales agent. */
  @OneToMany(() => User, (customer) => customer.salesAgent)
  customers!: Relation<User>[];

  /** Whether the user is an active supplier. */
  @BoolColumn({ default: false })
  supplierActive!: boolean;

  @VarcharColumn(2048, { default: '' })
  supplierLogo!: string;

  /** Whether the user has supplier data at all; without it the `PID` of the supplier is empty. A flag, no relation. */
  @BoolColumn({ default: false })
  supplier!: boolean;

  @InstantColumn()
  dateAdded!: Date;

  /** When the user or anything that belongs to it was last changed. */
  @InstantColumn()
  lastUsed!: Date;

  @OneToMany(() => UserAddress, (address) => address.user)
  addresses!: Relation<UserAddress>[];

  @OneToMany(() => UserTagAssignment, (assignment) => assignment.user)
  customTags!: Relation<UserTagAssignment>[];

  @OneToMany(() => Voucher, (voucher) => voucher.user)
  vouchers!: Relation<Voucher>[];

  @OneToMany(() => WishlistItem, (item) => item.user)
  wishlist!: Relation<WishlistItem>[];

  @OneToMany(() => SupplierItem, (item) => item.user)
  supplierItems!: Relation<SupplierItem>[];
}
