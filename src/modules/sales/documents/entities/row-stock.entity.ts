import { Entity, Index, ManyToOne, type Relation } from 'typeorm';
import {
  BigInt53Column,
  IdColumn,
  InstantColumn,
  PartOfRecord,
  PidColumn,
  QuantityColumn,
  ForeignKeyColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';

/** The quantity of a row that comes from a warehouse. */
@Entity('document_row_stocks')
@PartOfRecord('documentId')
@Index(['documentId'])
export class RowStock {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.stocks)
  document!: Relation<SalesDocument>;

  @BigInt53Column()
  rowId!: number;

  @BigInt53Column()
  warehouseId!: number;

  @PidColumn()
  warehousePId!: string;

  @QuantityColumn()
  quantity!: number;

  @InstantColumn({ nullable: true })
  date!: Date | null;
}
