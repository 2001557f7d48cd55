import { Entity, Index, Unique } from 'typeorm';
import type { TraceParent } from '../../core/trace-parent';
import {
  BigInt53Column,
  IdColumn,
  InstantColumn,
  IntColumn,
  PidColumn,
  VarcharColumn,
} from '../schema/columns';
import { type ChangeAction, UnjournaledDeclaration } from './journal-declaration';
import type { StoredActorKind } from './stored-actor';

/** That something was done to a record, by whom; no values. */
@Entity('journal_entries')
@Unique(['position'])
@Index(['recordId', 'kind'])
@Index(['byId', 'byKind', 'position'])
@Index(['at'])
@UnjournaledDeclaration('it is the journal')
export class JournalEntry {
  /** In the order of the writes; what readers go by is the position. */
  @IdColumn()
  id!: number;

  /** Null until the entry is numbered, after its commit. */
  @BigInt53Column({ nullable: true })
  position!: number | null;

  @InstantColumn()
  at!: Date;

  @VarcharColumn(32)
  kind!: string;

  /** 0: it is about no record. */
  @BigInt53Column()
  recordId!: number;

  /** Null: the record has none. */
  @PidColumn({ nullable: true })
  pId!: string | null;

  /** The version that the change made; null: the record has none. */
  @IntColumn({ nullable: true })
  version!: number | null;

  @VarcharColumn(16)
  action!: ChangeAction;

  /** Id of the operation; empty: it was none. */
  @VarcharColumn(64)
  operation!: string;

  @VarcharColumn(16)
  byKind!: StoredActorKind;

  @BigInt53Column()
  byId!: number;

  @VarcharColumn(255)
  byName!: string;

  /** Empty: it was none. */
  @VarcharColumn(128)
  requestId!: string;

  /** Of a file, or of a folder with a / behind it; null: it is about neither. */
  @VarcharColumn(1025, { nullable: true })
  path!: string | null;

  /** Null: it belongs to none. */
  @VarcharColumn(55, { nullable: true })
  trace!: TraceParent | null;
}

/**
 * One row, made by the migration: how far the journal is numbered, and who numbers. JournalPositions works on it.
 * @public by its declaration alone
 */
@Entity('journal_numbering')
@UnjournaledDeclaration('it is the journal')
export class JournalNumbering {
  @IdColumn()
  id!: number;

  /** The highest position that was given; 0: none yet. */
  @BigInt53Column()
  last!: number;

  /** The highest position that was swept away; 0: none yet. */
  @BigInt53Column()
  swept!: number;

  /** The process that numbers; empty: none. */
  @VarcharColumn(36)
  holder!: string;

  /** From then on another process may. */
  @InstantColumn()
  heldUntil!: Date;
}
