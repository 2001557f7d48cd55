import { Entity, Index, Unique } from 'typeorm';
import type { VatCategory } from '../../core/e-invoicing-codes';
import {
  FoldedColumn,
  IdColumn,
  Journaled,
  PidColumn,
  RateColumn,
  defineSearchKind,
  VarcharColumn,
  UpdatedAtColumn,
} from '../../database';

export const taxSearch = defineSearchKind('tax', 16);

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

  /** What the tax is in structured invoices; null: that follows from rate, countries and reverse charge. */
  @VarcharColumn(2, { nullable: true })
  category!: VatCategory | null;

  /** Why nothing is due, of VATEX. */
  @VarcharColumn(32, { nullable: true })
  exemptionCode!: string | null;

  /** The same in words. */
  @VarcharColumn(255, { nullable: true })
  exemptionReason!: string | null;
}
