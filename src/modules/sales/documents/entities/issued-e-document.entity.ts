import { Entity, ManyToOne, JoinColumn, type Relation, Unique } from 'typeorm';
import { IdColumn, PartOfRecord, RefColumn, VarcharColumn } from '../../../../database';
import { SalesDocument } from './document.entity';

/** A structured document that was issued for an invoice or credit note, with its hash for later comparison. */
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

  /** SHA-256 of the file, in hex. */
  @VarcharColumn(64)
  sha256!: string;
}
