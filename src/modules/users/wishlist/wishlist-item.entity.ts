import { Entity, Index, ManyToOne, type Relation, Unique } from 'typeorm';
import { IdColumn, PartOfRecord, RefColumn } from '../../../database';
import { Element } from '../../../platform/catalog';
import { User } from '../users/user.entity';

/** A product on a user's wishlist. */
@Entity('wishlist_items')
@PartOfRecord('userId')
@Unique(['userId', 'productId'])
@Index(['productId'])
export class WishlistItem {
  @IdColumn()
  id!: number;

  @RefColumn(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @ManyToOne(() => User, (user) => user.wishlist)
  user!: Relation<User>;

  @RefColumn(() => Element, { onDelete: 'CASCADE' })
  productId!: number;

  @ManyToOne(() => Element)
  product!: Relation<Element>;
}
