import { Entity, Index, Unique } from 'typeorm';
import {
  BigInt53Column,
  IdColumn,
  InstantColumn,
  IntColumn,
  JsonColumn,
  NullableFlagColumn,
  PartOfRecord,
  PidColumn,
  ForeignKeyColumn,
  defineSearchKind,
  Unjournaled,
  VarcharColumn,
  UpdatedAtColumn,
  QuantityColumn,
} from '../../../database';
import { User } from '../users/user.entity';

/** A shopping list of a user. */
@Entity('shopping_lists')
@PartOfRecord('userId', { field: 'shoppingLists' })
@Unique(['userId', 'defaultMarker'])
@Unique(['userId', 'pId'])
export class ShoppingList {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @PidColumn()
  pId!: string;

  @VarcharColumn(255)
  name!: string;

  /** 1 for the default list, which every user has. */
  @NullableFlagColumn()
  defaultMarker!: number | null;

  @InstantColumn()
  dateAdded!: Date;
}

/** An option of a row, with its values. */
export interface ShoppingListRowOption {
  readonly id: number;
  readonly values: readonly { readonly value: number }[];
}

/** A part of a bundle, with its options. */
export interface ShoppingListRowBundleOption {
  readonly id: number;
  readonly options: readonly ShoppingListRowOption[];
}

export const shoppingListRowSearchKind = defineSearchKind('shoppingListRow', 10);

/** A row of a shopping list. */
@Entity('shopping_list_rows')
@Unjournaled('a change of a row counts as a change of the user')
@Unique(['listId', 'pId'])
@Index(['listId', 'dateAdded'])
@Index(['listId', 'priority'])
@Index(['listId'])
@Index(['listId', 'updatedAt'])
export class ShoppingListRow {
  @IdColumn()
  id!: number;

  @UpdatedAtColumn()
  updatedAt?: Date | null;

  @ForeignKeyColumn(() => ShoppingList, { onDelete: 'CASCADE' })
  listId!: number;

  @PidColumn({ nullable: true })
  pId!: string | null;

  @VarcharColumn(255)
  comment!: string;

  /** The first 8 characters, for the previous version. */
  @VarcharColumn(8)
  importance!: string;

  /** Null in rows of the previous version, which have `importance` alone. */
  @VarcharColumn(255, { nullable: true })
  importanceText!: string | null;

  @IntColumn()
  priority!: number;

  /** The quantity rounded up, for the previous version. */
  @IntColumn()
  quantity!: number;

  /** Null in rows of the previous version, which have `quantity` alone. */
  @QuantityColumn({ nullable: true })
  exactQuantity!: number | null;

  @InstantColumn()
  dateAdded!: Date;

  /** Id of the product or bundle; 0 if the row refers to nothing. */
  @BigInt53Column()
  referenceId!: number;

  /** The first 8 characters of the type, for the previous version. */
  @VarcharColumn(8)
  referenceType!: string;

  /** Never empty if there is an id. Null in rows of the previous version, which have `referenceType` alone. */
  @VarcharColumn(255, { nullable: true })
  referenceTypeText!: string | null;

  @JsonColumn()
  productOptions!: readonly ShoppingListRowOption[];

  @JsonColumn()
  bundleOptions!: readonly ShoppingListRowBundleOption[];
}
