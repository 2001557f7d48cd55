import { Entity, Index, ManyToOne, type Relation } from 'typeorm';
import {
  BigInt53Column,
  DoubleColumn,
  IdColumn,
  MoneyColumn,
  PartOfRecord,
  PidColumn,
  ForeignKeyColumn,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';

/** An option selected for a row, for example a color. */
@Entity('document_row_options')
@PartOfRecord('documentId')
@Index(['documentId'])
export class RowOption {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.options)
  document!: Relation<SalesDocument>;

  @BigInt53Column()
  rowId!: number;

  @BigInt53Column({ nullable: true })
  optionId!: number | null;

  @PidColumn({ nullable: true })
  optionPId!: string | null;

  @VarcharColumn(255)
  name!: string;

  @VarcharColumn(255)
  prompt!: string;

  // Set by document-assembly.ts.
  values?: RowOptionValue[];
}

/** A value selected for an option. */
@Entity('document_option_values')
@PartOfRecord('documentId')
@Index(['documentId'])
export class RowOptionValue {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.optionValues)
  document!: Relation<SalesDocument>;

  @BigInt53Column()
  rowOptionId!: number;

  /** Id of the catalog's option value, which may be unknown to the service. */
  @BigInt53Column({ nullable: true })
  valueId!: number | null;

  @PidColumn({ nullable: true })
  valuePId!: string | null;

  @VarcharColumn(255)
  value!: string;

  @MoneyColumn()
  price!: number;

  @DoubleColumn()
  weight!: number;
}
