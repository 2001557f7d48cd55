import { Entity, Index, Unique } from 'typeorm';
import {
  BigInt53Column,
  BoolColumn,
  IdColumn,
  InstantColumn,
  IntColumn,
  Journaled,
  JsonColumn,
  LockCountColumn,
  PidColumn,
  VarcharColumn,
} from '../../database';
import type { PersonIdentifiers } from './person-identifiers';

export const erasureStates = ['running', 'done'] as const;
export type ErasureState = (typeof erasureStates)[number];

/**
 * The steps of an erasure in order; each is done in parts. `answers` are stored responses of idempotent requests, and
 * `paths` are file names in the journal. `deliveries` are those of webhooks, and `changes` the authors of keys and
 * states.
 */
export const erasureSteps = [
  'documents',
  'comments',
  'agents',
  'files',
  'messages',
  'answers',
  'journal',
  'paths',
  'deliveries',
  'changes',
] as const;
export type ErasureStep = (typeof erasureSteps)[number];

/**
 * The erasure of a person with its progress, from which any process can continue. Its id is that of the user, who may
 * have been deleted.
 */
@Entity('erasures')
@Journaled('erasure', {
  area: 'users',
  ignoredProperties: [
    'step',
    'after',
    'documents',
    'login',
    'agent',
    'marks',
    'oldestKept',
    'heldUntil',
  ],
})
@Unique(['pId'])
@Index(['state', 'heldUntil'])
@Index(['oldestKept'])
@Index(['doneAt'])
export class Erasure {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;

  /** The pseudonym that the person's pId is replaced by. */
  @PidColumn()
  pId!: string;

  @VarcharColumn(16)
  state!: ErasureState;

  @VarcharColumn(16)
  step!: ErasureStep;

  /** Last id that the step has processed. */
  @BigInt53Column()
  after!: number;

  /** Number of erased documents. */
  @IntColumn()
  documents!: number;

  /** Whether the person could log in, and may appear as the actor of changes. */
  @BoolColumn()
  login!: boolean;

  /** Whether the person was a sales agent. */
  @BoolColumn()
  agent!: boolean;

  /** Texts that identify the person in other texts; null once the erasure is done. */
  @JsonColumn({ nullable: true })
  marks!: PersonIdentifiers | null;

  /** Date of the oldest invoice or credit note whose parties are retained; null without one. */
  @InstantColumn({ nullable: true })
  oldestKept!: Date | null;

  @InstantColumn()
  begunAt!: Date;

  @InstantColumn({ nullable: true })
  doneAt!: Date | null;

  /** End of the lease of the process that works on the erasure. */
  @InstantColumn()
  heldUntil!: Date;
}
