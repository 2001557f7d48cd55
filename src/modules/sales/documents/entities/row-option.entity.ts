import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { BigInt53, Double, Id, Money, Pid, Ref, Varchar } from '../../../../database';
import { SalesDocument } from './document.entity';

/** An option chosen for a line, for example a colour. */
@Entity('document_row_options')
@Index(['documentId'])
export class RowOption {
  @Id()
  id!: number;

  @Ref(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.options)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  @BigInt53()
  rowId!: number;

  @BigInt53({ nullable: true })
  optionId!: number | null;

  @Pid({ nullable: true })
  optionPId!: string | null;

  @Varchar(255)
  name!: string;

  @Varchar(255)
  prompt!: string;

  // Put together by document-tree.ts.
  values?: OptionValue[];
}

/** A value chosen for an option. */
@Entity('document_option_values')
@Index(['documentId'])
export class OptionValue {
  @Id()
  id!: number;

  @Ref(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.optionValues)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  @BigInt53()
  rowOptionId!: number;

  /** Of the catalogue's option value, which the service needs not know. */
  @BigInt53({ nullable: true })
  valueId!: number | null;

  @Pid({ nullable: true })
  valuePId!: string | null;

  @Varchar(255)
  value!: string;

  @Money()
  price!: number;

  @Double()
  weight!: number;
}
