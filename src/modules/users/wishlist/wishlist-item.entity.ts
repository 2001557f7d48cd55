import { Entity, Index, ManyToOne, type Relation, Unique } from 'typeorm';
import { IdColumn, PartOfRecord, ForeignKeyColumn } from '../../../database';
import { CatalogElement } from '../../../platform/catalog';
import { User } from '../users/user.entity';

/** A product on a user's wishlist. */
@Entity('wishlist_items')
@PartOfRecord('userId')
@Unique(['userId', 'productId'])
@Index(['productId'])
export class WishlistItem {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @ManyToOne(() => User, (user) => user.wishlist)
  user!: Relation<User>;

  @ForeignKeyColumn(() => CatalogElement, { onDelete: 'CASCADE' })
  productId!: number;

  @ManyToOne(() => CatalogElement)
  product!: Relation<CatalogElement>;
}
