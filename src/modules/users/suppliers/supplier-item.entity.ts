import { Entity, Index, ManyToOne, type Relation, Unique } from 'typeorm';
import { IdColumn, PartOfRecord, ForeignKeyColumn, SmallIntColumn } from '../../../database';
import { CatalogElement } from '../../../platform/catalog';
import { User } from '../users/user.entity';
import type { SupplierItemType } from './supplier-item-type';

/** A product or a category that a supplier delivers. */
@Entity('supplier_items')
@PartOfRecord('userId')
@Unique(['userId', 'elementId'])
@Index(['elementId'])
export class SupplierItem {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @ManyToOne(() => User, (user) => user.supplierItems)
  user!: Relation<User>;

  /** 1 products, 2 categories. */
  @SmallIntColumn()
  itemType!: SupplierItemType;

  @ForeignKeyColumn(() => CatalogElement, { onDelete: 'CASCADE' })
  elementId!: number;

  @ManyToOne(() => CatalogElement)
  element!: Relation<CatalogElement>;
}
