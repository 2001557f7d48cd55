import { Entity, Index, ManyToOne, type Relation } from 'typeorm';
import { IdColumn, PartOfRecord, ForeignKeyColumn, SmallIntColumn } from '../../../../database';
import {
  type AddressColumns,
  WithAddressColumns,
  createEmptyBaseClass,
} from '../../../../platform/addresses';
import { SalesDocument } from './document.entity';

/** An address of the customer at the time of the document. */
@Entity('document_addresses')
@PartOfRecord('documentId')
@Index(['documentId'])
@WithAddressColumns('document', [
  'userType',
  'firstName',
  'lastName',
  'company',
  'alias',
  'address',
  'number',
])
export class DocumentAddress extends createEmptyBaseClass<AddressColumns<'document'>>() {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.addresses)
  document!: Relation<SalesDocument>;

  /** 1 billing, 2 shipping. */
  @SmallIntColumn()
  type!: number;
}
