import { Entity, Index } from 'typeorm';
import {
  FoldedColumn,
  IntColumn,
  defineSearchKind,
  ResourceEntity,
  VarcharColumn,
} from '../../../src/database';

export const shelfSearch = defineSearchKind('shelf', 9001);

/** A made-up resource: a shelf of a warehouse. */
@Entity('shelves')
@Index(['updatedAt'])
export class Shelf extends ResourceEntity {
  @VarcharColumn(255)
  name!: string;

  @FoldedColumn()
  nameFolded!: string;

  @IntColumn()
  capacity!: number;
}
