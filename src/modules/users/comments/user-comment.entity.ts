import { Entity, Index, ManyToOne, type Relation, Unique } from 'typeorm';
import {
  BoolColumn,
  IdColumn,
  InstantColumn,
  Journaled,
  LongTextColumn,
  PidColumn,
  ForeignKeyColumn,
  SmallIntColumn,
} from '../../../database';
import { CatalogElement } from '../../../platform/catalog';
import { User } from '../users/user.entity';
import type { CommentItemType } from './comment-item-type';

/** A user's comment on a product, a category or a page. */
@Entity('user_comments')
@Journaled('userComment', { area: 'users', fieldNames: { userId: 'user', itemId: 'item' } })
@Unique(['pId'])
@Index(['itemId'])
@Index(['userId'])
export class UserComment {
  @IdColumn()
  id!: number;

  @PidColumn()
  pId!: string;

  @ForeignKeyColumn(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  /** 1 products, 2 categories, 3 pages. */
  @SmallIntColumn()
  itemType!: CommentItemType;

  @ForeignKeyColumn(() => CatalogElement, { onDelete: 'CASCADE' })
  itemId!: number;

  @ManyToOne(() => CatalogElement)
  item!: Relation<CatalogElement>;

  @LongTextColumn()
  comment!: string;

  /** 0 to 5. */
  @SmallIntColumn()
  rating!: number;

  @BoolColumn()
  active!: boolean;

  @InstantColumn()
  dateAdded!: Date;
}
