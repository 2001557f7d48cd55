import { Entity, Index } from 'typeorm';
import {
  FoldedColumn,
  IdColumn,
  IntColumn,
  LockCountColumn,
  PidColumn,
  defineSearchKind,
  UpdatedAtColumn,
  VarcharColumn,
} from '../../../src/database';

export const shelfSearch = defineSearchKind('shelf', 9001);

/** A made-up resource: a shelf of a warehouse. */
@Entity('shelves')
@Index(['updatedAt'])
export class Shelf {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;

  @UpdatedAtColumn()
  updatedAt?: Date | null;

  @PidColumn()
  pId!: string;

  @VarcharColumn(255)
  name!: string;

  @FoldedColumn()
  nameFolded!: string;

  @IntColumn()
  capacity!: number;
}
