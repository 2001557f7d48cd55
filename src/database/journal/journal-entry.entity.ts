import { Entity, Index, Unique } from 'typeorm';
import type { TraceParent } from '../../core/trace-parent';
import {
  BigInt53Column,
  IdColumn,
  InstantColumn,
  IntColumn,
  PidColumn,
  JsonColumn,
  VarcharColumn,
} from '../schema/columns';
import { type ChangeAction, Unjournaled } from './journal-declaration';
import type { StoredActorKind } from './stored-actor';

/** An entry of the journal: an action on a record and its actor, without values. */
@Entity('journal_entries')
@Unique(['position'])
@Index(['recordId', 'kind'])
@Index(['byId', 'byKind', 'position'])
@Index(['at'])
@Unjournaled('it is the journal')
export class JournalEntry {
  /** Increases in the order of the writes; readers use the position instead. */
  @IdColumn()
  id!: number;

  /** Null until the entry is numbered, after its commit. */
  @BigInt53Column({ nullable: true })
  position!: number | null;

  @InstantColumn()
  at!: Date;

  @VarcharColumn(32)
  kind!: string;

  /** 0 if the entry isn't about a record. */
  @BigInt53Column()
  recordId!: number;

  /** Null if the record has no pId. */
  @PidColumn({ nullable: true })
  pId!: string | null;

  /** Version that the change created; null if the record has no version. */
  @IntColumn({ nullable: true })
  version!: number | null;

  @VarcharColumn(16)
  action!: ChangeAction;

  /** Id of the operation; empty without an operation. */
  @VarcharColumn(64)
  operation!: string;

  @VarcharColumn(16)
  byKind!: StoredActorKind;

  @BigInt53Column()
  byId!: number;

  @VarcharColumn(255)
  byName!: string;

  /** Empty if there was no request. */
  @VarcharColumn(128)
  requestId!: string;

  /** Path of a file, or of a folder with a trailing slash; null for other entries. */
  @VarcharColumn(1025, { nullable: true })
  path!: string | null;

  /** Null if the change isn't part of a trace. */
  @VarcharColumn(55, { nullable: true })
  trace!: TraceParent | null;

  /** Names of the fields that have changed; null without any, and in entries of earlier versions. */
  @JsonColumn({ nullable: true })
  fields!: readonly string[] | null;
}

/**
 * A single row, created by a migration: up to which position the journal is numbered, and by which process.
 * JournalPositionRepository updates it with SQL.
 * @public by its declaration alone
 */
@Entity('journal_numbering')
@Unjournaled('it is the journal')
export class JournalNumbering {
  @IdColumn()
  id!: number;

  /** Highest assigned position; 0 initially. */
  @BigInt53Column()
  last!: number;

  /** Highest deleted position; 0 initially. */
  @BigInt53Column()
  swept!: number;

  /** Random id of the process that numbers entries (a lease until `heldUntil`); empty if no process does. */
  @VarcharColumn(36)
  holder!: string;

  /** Time after which another process may take over. */
  @InstantColumn()
  heldUntil!: Date;
}
