import { Entity, Index, OneToMany, type Relation, Unique } from 'typeorm';
import {
  AppendOnly,
  BigInt53Column,
  IdColumn,
  InstantColumn,
  LongTextColumn,
  MoneyColumn,
  NullableFlagColumn,
  OffsetInstantColumn,
  ForeignKeyColumn,
  Unjournaled,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from '../../documents/entities/document.entity';
import { type RecordingVerifactuMode, VerifactuChain } from './verifactu-chain.entity';
import { VerifactuSubmission } from './verifactu-submission.entity';

/** The event that a record reports: a document was issued, or annulled (RegistroAlta, RegistroAnulacion). */
export const verifactuOperations = ['registration', 'annulment'] as const;
export type VerifactuOperation = (typeof verifactuOperations)[number];

/** Kinds of invoices (`TipoFactura`). */
export const verifactuInvoiceTypes = ['F1', 'F2', 'F3', 'R1', 'R2', 'R3', 'R4', 'R5'] as const;
export type VerifactuInvoiceType = (typeof verifactuInvoiceTypes)[number];

/** An invoicing record, which is never changed or removed. Its state at AEAT is its `VerifactuSubmission`. */
@Entity('verifactu_records')
@AppendOnly()
@Unjournaled('records never change; the issued document has entries of its own')
@Unique(['chainId', 'sequence'])
@Unique(['taxNumber', 'mode', 'number', 'isFirst'])
@Unique(['correctsId'])
@Index(['documentId'])
@Index(['createdAt'])
export class VerifactuRecord {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => VerifactuChain, { onDelete: 'RESTRICT' })
  chainId!: number;

  /** Position in its chain, from 1. */
  @BigInt53Column()
  sequence!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'RESTRICT' })
  documentId!: number;

  @VarcharColumn(16)
  operation!: VerifactuOperation;

  /** Null for annulments. */
  @VarcharColumn(2, { nullable: true })
  invoiceType!: VerifactuInvoiceType | null;

  @VarcharColumn(9)
  taxNumber!: string;

  @VarcharColumn(4)
  mode!: RecordingVerifactuMode;

  /** Number of the document. */
  @VarcharColumn(60)
  number!: string;

  /** Date of the document, as `dd-mm-yyyy`. */
  @VarcharColumn(10)
  issuedOn!: string;

  /**
   * 1 for the first record of its document (not of its chain), null for all others. The unique constraint keeps other
   * documents from using its number.
   */
  @NullableFlagColumn()
  isFirst!: number | null;

  /** The record of the same document that this one corrects. */
  @ForeignKeyColumn(() => VerifactuRecord, { onDelete: 'RESTRICT', nullable: true })
  correctsId!: number | null;

  /** `CuotaTotal`, in euros; null for annulments. */
  @MoneyColumn({ nullable: true })
  taxTotal!: number | null;

  /** `ImporteTotal`, in euros; null for annulments. */
  @MoneyColumn({ nullable: true })
  total!: number | null;

  /** `FechaHoraHusoGenRegistro`. */
  @OffsetInstantColumn()
  generatedAt!: string;

  @InstantColumn()
  createdAt!: Date;

  /** `Huella`, in upper-case hex. */
  @VarcharColumn(64)
  hash!: string;

  /** The whole element, as it is sent. */
  @LongTextColumn()
  xml!: string;

  /** At most one. */
  @OneToMany(() => VerifactuSubmission, (submission) => submission.record)
  submissions!: Relation<VerifactuSubmission>[];
}
