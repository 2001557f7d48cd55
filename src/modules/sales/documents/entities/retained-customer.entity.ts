import { Entity, ManyToOne, type Relation, Unique } from 'typeorm';
import {
  IdColumn,
  JsonColumn,
  PartOfRecord,
  PidColumn,
  ForeignKeyColumn,
  VarcharColumn,
} from '../../../../database';
import type { DocumentAddress } from './document-address.entity';
import { SalesDocument } from './document.entity';

/** An address without the identifiers of its row. */
export type RetainedAddress = Omit<DocumentAddress, 'id' | 'documentId' | 'document'>;

/**
 * The customer of an issued invoice or credit note, if the customer's personal data was erased. Kept until the
 * document's retention period ends.
 */
@Entity('retained_parties')
@PartOfRecord('documentId')
@Unique(['documentId'])
export class RetainedCustomer {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument)
  document!: Relation<SalesDocument>;

  @PidColumn({ nullable: true })
  userPId!: string | null;

  @VarcharColumn(511)
  customerName!: string;

  @VarcharColumn(254)
  customerEmail!: string;

  @JsonColumn()
  addresses!: RetainedAddress[];
}
