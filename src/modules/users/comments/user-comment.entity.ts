import { Entity, Index, JoinColumn, ManyToOne, type Relation, Unique } from 'typeorm';
import { Bool, Id, Instant, LongText, Pid, Ref, SmallInt } from '../../../database';
import { Element } from '../../catalog';
import { User } from '../users/user.entity';
import type { CommentItemType } from './comment-item-type';

/** What a user has said about a product, a category or a page. */
@Entity('user_comments')
@Unique(['pId'])
@Index(['itemId'])
@Index(['userId'])
export class UserComment {
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  @Ref(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  /** 1 products, 2 categories, 3 pages. */
  @SmallInt()
  itemType!: CommentItemType;

  @Ref(() => Element, { onDelete: 'CASCADE' })
  itemId!: number;

  @ManyToOne(() => Element)
  @JoinColumn({ name: 'item_id' })
  item!: Relation<Element>;

  @LongText()
  comment!: string;

  /** 0 to 5. */
  @SmallInt()
  rating!: number;

  @Bool()
  active!: boolean;

  @Instant()
  dateAdded!: Date;
}
