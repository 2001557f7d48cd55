import { Entity, Unique } from 'typeorm';
import {
  BigInt53Column,
  BoolColumn,
  IdColumn,
  InstantColumn,
  IntColumn,
  LockCountColumn,
  NullableFlagColumn,
  Unjournaled,
  VarcharColumn,
} from '../../../../database';

/** How a headquarter's invoicing records are kept: not at all, for AEAT's test service, or for AEAT. */
export const verifactuModes = ['off', 'test', 'on'] as const;
export type VerifactuMode = (typeof verifactuModes)[number];
/** A mode that keeps records. */
export type RecordingVerifactuMode = Exclude<VerifactuMode, 'off'>;

/** Why a chain gets no more records. */
export type ChainStopReason = 'duplicate';

/**
 * A chain of invoicing records: one installation of the service, for one tax number and mode. At most one chain of a
 * tax number and mode is open.
 */
@Entity('verifactu_chains')
@Unjournaled('modes of headquarters and documents have entries; the rest is its sending')
@Unique(['taxNumber', 'mode', 'isOpen'])
export class VerifactuChain {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;

  /** The issuer's tax number (NIF), without the prefix ES. */
  @VarcharColumn(9)
  taxNumber!: string;

  @VarcharColumn(4)
  mode!: RecordingVerifactuMode;

  /** `NumeroInstalacion` of its records. */
  @VarcharColumn(100)
  installation!: string;

  /** 1 while records are added; null once another chain has followed, for example after a restore. */
  @NullableFlagColumn()
  isOpen!: number | null;

  @InstantColumn()
  createdAt!: Date;

  /** Reason why no more records are added, not a flag; null while records are added. */
  @VarcharColumn(16, { nullable: true })
  stopped!: ChainStopReason | null;

  /** Sequence of its latest record; 0 without records. Increasing it locks the chain. */
  @BigInt53Column()
  last!: number;

  /** All records up to this sequence have their final state. */
  @BigInt53Column()
  settled!: number;

  /** Sequence number, no time: AEAT refused a whole message because of a pending record up to this sequence. */
  @BigInt53Column({ nullable: true })
  suspectUntil!: number | null;

  /** Whether the outbox has a message that sends its records. */
  @BoolColumn()
  isScheduled!: boolean;

  /** Until when a process is sending records; null: none is. */
  @InstantColumn({ nullable: true })
  leaseUntil!: Date | null;

  /** When the next message may be sent. */
  @InstantColumn()
  nextAt!: Date;

  /** Seconds between two messages, as the last answer demands. */
  @IntColumn()
  waitSeconds!: number;

  /** Number of failed attempts since the last answer. */
  @IntColumn()
  failures!: number;

  /** Time of the last failed attempt: records from before it are sent late. */
  @InstantColumn({ nullable: true })
  outageUntil!: Date | null;

  /** Why the last attempt failed; null after an answer. */
  @VarcharColumn(500, { nullable: true })
  lastError!: string | null;
}

/** Values of a new chain for the columns that depend on its records and messages. */
export const INITIAL_SENDING_STATE = {
  stopped: null,
  last: 0,
  settled: 0,
  suspectUntil: null,
  isScheduled: false,
  leaseUntil: null,
  waitSeconds: 60,
  failures: 0,
  outageUntil: null,
  lastError: null,
};
