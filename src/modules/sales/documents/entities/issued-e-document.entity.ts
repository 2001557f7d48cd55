import { Entity, ManyToOne, JoinColumn, type Relation, Unique } from 'typeorm';
import { IdColumn, PartOfRecord, RefColumn, VarcharColumn } from '../../../../database';
import { SalesDocument } from './document.entity';

/** A structured form of an invoice or credit note that was handed out: what it was, to be held against later. */
@Entity('issued_e_documents')
@PartOfRecord('documentId')
@Unique(['documentId', 'form'])
export class IssuedEDocument {
  @IdColumn()
  id!: number;

  @RefColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  /** `ubl`, `cii` or `facturx`. */
  @VarcharColumn(16)
  form!: string;

  /** Of its bytes, in hex. */
  @VarcharColumn(64)
  sha256!: string;
}
