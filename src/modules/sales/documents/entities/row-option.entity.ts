import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import {
  BigInt53Column,
  DoubleColumn,
  IdColumn,
  MoneyColumn,
  PartOfRecord,
  PidColumn,
  RefColumn,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';

/** An option chosen for a line, for example a colour. */
@Entity('document_row_options')
@PartOfRecord('documentId')
@Index(['documentId'])
export class RowOption {
  @IdColumn()
  id!: number;

  @RefColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.options)
  @JoinColumn({ name: 'document_id' })
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

  // Put together by document-tree.ts.
  values?: OptionValue[];
}

/** A value chosen for an option. */
@Entity('document_option_values')
@PartOfRecord('documentId')
@Index(['documentId'])
export class OptionValue {
  @IdColumn()
  id!: number;

  @RefColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.optionValues)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  @BigInt53Column()
  rowOptionId!: number;

  /** Of the catalogue's option value, which the service need not know. */
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
