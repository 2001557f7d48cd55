import { Entity, Index } from 'typeorm';
import {
  BigInt53Column,
  IdColumn,
  InstantColumn,
  Unjournaled,
  VarcharColumn,
} from '../../../database';

/** A path of the file store that is locked, with everything below it. */
@Entity('file_locks')
@Unjournaled('it only serializes processes')
@Index(['expiresAt'])
@Index(['holder'])
export class FileLock {
  @IdColumn()
  id!: number;

  @VarcharColumn(1024)
  path!: string;

  /** UUID of the lock. A lock may have several paths, whose rows have the same holder. */
  @VarcharColumn(36)
  holder!: string;

  /** A live holder renews this time again and again. */
  @InstantColumn()
  expiresAt!: Date;
}

/** A path that is waited for. Later requests for overlapping paths queue behind it. */
@Entity('file_lock_waits')
@Unjournaled('it only serializes processes')
@Index(['expiresAt'])
@Index(['holder'])
export class FileLockWait {
  @IdColumn()
  id!: number;

  @VarcharColumn(1024)
  path!: string;

  /** The holder of the future lock. */
  @VarcharColumn(36)
  holder!: string;

  /** When the waiting times out. */
  @InstantColumn()
  expiresAt!: Date;
}

/**
 * The single row, created by the migration. Every request for locks updates it first, so that one at a time decides.
 */
@Entity('file_lock_turns')
@Unjournaled('it only serializes processes')
export class FileLockMutex {
  @IdColumn()
  id!: number;

  /** Counter that is incremented only to lock the row; its value has no meaning. */
  @BigInt53Column()
  taken!: number;
}

export const FILE_LOCK_MUTEX_ID = 1;
