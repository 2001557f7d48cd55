import { Entity, Index, Unique } from 'typeorm';
import {
  BigInt53,
  Id,
  Instant,
  Int,
  Json,
  Marker,
  Pid,
  Ref,
  searchKind,
  Varchar,
} from '../../../database';
import { User } from '../users/user.entity';

/** A shopping list of a user. */
@Entity('shopping_lists')
@Unique(['userId', 'defaultMarker'])
@Unique(['userId', 'pId'])
export class ShoppingList {
  @Id()
  id!: number;

  @Ref(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @Pid()
  pId!: string;

  @Varchar(255)
  name!: string;

  /** 1 for the list that every user has. */
  @Marker()
  defaultMarker!: number | null;

  @Instant()
  dateAdded!: Date;
}

/** An option that a row asks for, with its values. */
export interface RowOption {
  readonly id: number;
  readonly values: readonly { readonly value: number }[];
}

/** A bundle's part with its options. */
export interface RowBundleOption {
  readonly id: number;
  readonly options: readonly RowOption[];
}

export const shoppingListRowSearch = searchKind('shoppingListRow', 10);

/** A row of a shopping list. */
@Entity('shopping_list_rows')
@Unique(['listId', 'pId'])
@Index(['listId', 'dateAdded'])
@Index(['listId', 'priority'])
@Index(['listId'])
export class ShoppingListRow {
  @Id()
  id!: number;

  @Ref(() => ShoppingList, { onDelete: 'CASCADE' })
  listId!: number;

  @Pid({ nullable: true })
  pId!: string | null;

  @Varchar(255)
  comment!: string;

  /** LOWEST, LOW, MEDIUM, HIGH, HIGHEST. */
  @Varchar(8)
  importance!: string;

  @Int()
  priority!: number;

  @Int()
  quantity!: number;

  @Instant()
  dateAdded!: Date;

  /** Of the product or bundle; 0: the row refers to nothing. */
  @BigInt53()
  referenceId!: number;

  /** PRODUCT or BUNDLE, or empty; never empty where there is an id. */
  @Varchar(8)
  referenceType!: string;

  @Json()
  productOptions!: readonly RowOption[];

  @Json()
  bundleOptions!: readonly RowBundleOption[];
}
