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

/** What is done after each other, each in pieces. */
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
 * That a person is erased, and how far that is: whoever finds it goes on where it is. Its id is that of the user, who
 * may be gone.
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

  /** What the person is called from then on. */
  @PidColumn()
  pId!: string;

  @VarcharColumn(16)
  state!: ErasureState;

  @VarcharColumn(16)
  step!: ErasureStep;

  /** The last id that the step has come to. */
  @BigInt53Column()
  after!: number;

  /** How many have been erased. */
  @IntColumn()
  documents!: number;

  /** Whether the person could log in, and may stand somewhere as who did something. */
  @BoolColumn()
  login!: boolean;

  /** Whether the person sold for the store. */
  @BoolColumn()
  agent!: boolean;

  /** What the person is found by in other texts; null once that is done. */
  @JsonColumn({ nullable: true })
  marks!: PersonIdentifiers | null;

  /** Date of the oldest invoice or credit note whose parties are kept; null: there is none. */
  @InstantColumn({ nullable: true })
  oldestKept!: Date | null;

  @InstantColumn()
  begunAt!: Date;

  @InstantColumn({ nullable: true })
  doneAt!: Date | null;

  /** Until then some process works on it. */
  @InstantColumn()
  heldUntil!: Date;
}
