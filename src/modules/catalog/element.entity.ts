import { Entity, Index, Unique } from 'typeorm';
import { Folded, Id, Pid, searchKind, Varchar } from '../../database';
import type { ElementKind } from './catalog-kind';

export const elementSearch = searchKind('catalogElement', 13);

/** Something of the store that other records point at: a product, a category, a warehouse ... */
@Entity('elements')
@Unique(['kind', 'pId'])
@Index(['kind', 'nameFolded'])
@Index(['kind', 'id', 'pId'])
export class Element {
  @Id()
  id!: number;

  @Varchar(20)
  kind!: ElementKind;

  /** Unique among the elements of its kind. */
  @Pid()
  pId!: string;

  @Varchar(255)
  name!: string;

  @Folded()
  nameFolded!: string;

  @Varchar(255)
  sku!: string;

  /** Address of a picture. */
  @Varchar(2048)
  image!: string;
}
