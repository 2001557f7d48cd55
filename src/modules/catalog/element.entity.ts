import { Entity, Index, Unique } from 'typeorm';
import { FoldedColumn, IdColumn, PidColumn, searchKind, VarcharColumn } from '../../database';
import type { ElementKind } from './catalog-kind';

export const elementSearch = searchKind('catalogElement', 13);

/** Something of the store that other records point at: a product, a category, a warehouse ... */
@Entity('elements')
@Unique(['kind', 'pId'])
@Index(['kind', 'nameFolded'])
@Index(['kind', 'id', 'pId'])
export class Element {
  @IdColumn()
  id!: number;

  @VarcharColumn(20)
  kind!: ElementKind;

  /** Unique among the elements of its kind. */
  @PidColumn()
  pId!: string;

  @VarcharColumn(255)
  name!: string;

  @FoldedColumn()
  nameFolded!: string;

  @VarcharColumn(255)
  sku!: string;

  /** Address of a picture. */
  @VarcharColumn(2048)
  image!: string;
}
