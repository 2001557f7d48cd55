import { Entity, Index, Unique } from 'typeorm';
import {
  BigInt53Column,
  IdColumn,
  SmallIntColumn,
  Unjournaled,
  VarcharColumn,
} from '../../database';

/** An SEO address of a page. Addresses are unique across all modules. */
@Entity('seo_addresses')
@Unjournaled('the record contains its addresses itself')
@Unique(['urlSeo'])
@Index(['module', 'recordId'])
export class SeoAddress {
  @IdColumn()
  id!: number;

  @VarcharColumn(255)
  urlSeo!: string;

  /** Number of the page's module. */
  @SmallIntColumn()
  module!: number;

  @BigInt53Column()
  recordId!: number;
}
