import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { BigInt53, Id, Instant, Pid, Quantity, Ref } from '../../../../database';
import { SalesDocument } from './document.entity';

/** How much of a line comes from a warehouse. */
@Entity('document_row_stocks')
@Index(['documentId'])
export class RowStock {
  @Id()
  id!: number;

  @Ref(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.stocks)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  @BigInt53()
  rowId!: number;

  @BigInt53()
  warehouseId!: number;

  @Pid()
  warehousePId!: string;

  @Quantity()
  quantity!: number;

  @Instant({ nullable: true })
  date!: Date | null;
}
