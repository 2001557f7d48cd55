import { Entity, Index, Unique } from 'typeorm';
import {
  FoldedColumn,
  IdColumn,
  Journaled,
  PidColumn,
  RateColumn,
  searchKind,
  VarcharColumn,
  UpdatedAtColumn,
} from '../../database';

export const taxSearch = searchKind('tax', 16);

/** A tax with the surcharge of retailers (recargo de equivalencia) that goes with it. */
@Entity('taxes')
@Journaled('tax', { area: 'util' })
@Unique(['pId'])
@Index(['nameFolded'])
@Index(['updatedAt'])
export class Tax {
  @IdColumn()
  id!: number;

  @UpdatedAtColumn()
  updatedAt?: Date | null;

  @PidColumn()
  pId!: string;

  @VarcharColumn(255)
  name!: string;

  @FoldedColumn()
  nameFolded!: string;

  /** Millionths of a percent. */
  @RateColumn()
  rate!: number;

  /** Millionths of a percent. */
  @RateColumn()
  reRate!: number;
}
