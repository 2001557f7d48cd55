import { Entity, Index, ManyToOne, type Relation, Unique } from 'typeorm';
import {
  IdColumn,
  InstantColumn,
  PartOfRecord,
  ForeignKeyColumn,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';

/** A file that was issued for an invoice or credit note: as PDF, or as a structured document. */
@Entity('issued_e_documents')
@PartOfRecord('documentId')
@Unique(['documentId', 'form'])
@Index(['documentDate'])
export class IssuedFile {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument)
  document!: Relation<SalesDocument>;

  /** Format of the file: `pdf`, `ubl`, `cii` or `facturx`. */
  @VarcharColumn(16)
  form!: string;

  /** SHA-256 of the file, in hex. */
  @VarcharColumn(64)
  sha256!: string;

  /** Where the bytes are among the service's own files; null if only the hash is known. */
  @VarcharColumn(80, { nullable: true })
  path!: string | null;

  /** Date of the document, from which its retention is counted. */
  @InstantColumn({ nullable: true })
  documentDate!: Date | null;
}
