import { Entity, Index, Unique } from 'typeorm';
import { BigInt53, Id, SmallInt, Varchar } from '../../database';

/** An address that a page of the store is found by: no two pages of any module share one. */
@Entity('seo_addresses')
@Unique(['urlSeo'])
@Index(['module', 'recordId'])
export class SeoAddress {
  @Id()
  id!: number;

  @Varchar(255)
  urlSeo!: string;

  /** The number of the module that the page is of. */
  @SmallInt()
  module!: number;

  @BigInt53()
  recordId!: number;
}
