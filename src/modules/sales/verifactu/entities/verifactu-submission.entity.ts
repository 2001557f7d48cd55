import { Entity, Index, ManyToOne, type Relation, Unique } from 'typeorm';
import {
  BoolColumn,
  IdColumn,
  InstantColumn,
  IntColumn,
  ForeignKeyColumn,
  Unjournaled,
  VarcharColumn,
} from '../../../../database';
import { VerifactuRecord } from './verifactu-record.entity';
import type { SubmissionState } from '../../documents/entities/verifactu-states';

/** The state of a record at AEAT, and AEAT's answer. */
@Entity('verifactu_submissions')
@Unjournaled('follows from messages to AEAT; the document has an entry for each new state')
@Unique(['recordId'])
@Index(['state'])
export class VerifactuSubmission {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => VerifactuRecord, { onDelete: 'RESTRICT' })
  recordId!: number;

  @ManyToOne(() => VerifactuRecord, (record) => record.submissions)
  record!: Relation<VerifactuRecord>;

  @VarcharColumn(24)
  state!: SubmissionState;

  /** Whether AEAT has the record, also after its correction. */
  @BoolColumn()
  isAccepted!: boolean;

  /** Number of messages that contained the record. */
  @IntColumn()
  attempts!: number;

  @InstantColumn()
  firstSentAt!: Date;

  @InstantColumn({ nullable: true })
  answeredAt!: Date | null;

  /** `CodigoErrorRegistro`. */
  @IntColumn({ nullable: true })
  errorCode!: number | null;

  /** `DescripcionErrorRegistro`. */
  @VarcharColumn(1500, { nullable: true })
  error!: string | null;

  /**
   * AEAT's secure verification code (`CSV`, código seguro de verificación) of the message; not comma-separated values.
   */
  @VarcharColumn(64, { nullable: true })
  receipt!: string | null;
}
