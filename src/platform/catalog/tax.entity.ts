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

/** A tax with its equivalence surcharge for retailers (recargo de equivalencia). */
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

  /** Rate of the equivalence surcharge (recargo de equivalencia), in millionths of a percent. */
  @RateColumn()
  reRate!: number;

  /** VAT category in structured invoices; null if it is derived from rate, countries and reverse charge. */
  @VarcharColumn(2, { nullable: true })
  category!: VatCategory | null;

  /** Reason for the exemption, as a VATEX code. */
  @VarcharColumn(32, { nullable: true })
  exemptionCode!: string | null;

  /** Reason for the exemption, as a text. */
  @VarcharColumn(255, { nullable: true })
  exemptionReason!: string | null;
}
