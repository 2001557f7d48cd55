import { Entity, Index, Unique } from 'typeorm';
import {
  BigInt53Column,
  IdColumn,
  SmallIntColumn,
  UnjournaledDeclaration,
  VarcharColumn,
} from '../../database';

/** An address that a page of the store is found by: no two pages of any module share one. */
@Entity('seo_addresses')
@UnjournaledDeclaration('the record says its addresses itself')
@Unique(['urlSeo'])
@Index(['module', 'recordId'])
export class SeoAddress {
  @IdColumn()
  id!: number;

  @VarcharColumn(255)
  urlSeo!: string;

  /** The number of the module that the page is of. */
  @SmallIntColumn()
  module!: number;

  @BigInt53Column()
  recordId!: number;
}
