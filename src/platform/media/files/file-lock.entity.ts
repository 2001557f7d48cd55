import { Entity, Index } from 'typeorm';
import {
  BigInt53Column,
  IdColumn,
  InstantColumn,
  UnjournaledDeclaration,
  VarcharColumn,
} from '../../../database';

/** A path of the file store that somebody holds, with everything in it. */
@Entity('file_locks')
@UnjournaledDeclaration('processes wait for each other by it')
@Index(['expiresAt'])
@Index(['holder'])
export class FileLock {
  @IdColumn()
  id!: number;

  @VarcharColumn(1024)
  path!: string;

  /** One hold may be on several paths; its rows have the same UUID. */
  @VarcharColumn(36)
  holder!: string;

  /** A holder that lives puts it off again and again. */
  @InstantColumn()
  expiresAt!: Date;
}

/** A path that somebody waits for: whoever asks later for one that overlaps waits behind. */
@Entity('file_lock_waits')
@UnjournaledDeclaration('processes wait for each other by it')
@Index(['expiresAt'])
@Index(['holder'])
export class FileLockWait {
  @IdColumn()
  id!: number;

  @VarcharColumn(1024)
  path!: string;

  /** The one that the lock will have. */
  @VarcharColumn(36)
  holder!: string;

  /** When the waiting is given up. */
  @InstantColumn()
  expiresAt!: Date;
}

/** One row, made by the migration: whoever wants locks changes it first, so one at a time decides. */
@Entity('file_lock_turns')
@UnjournaledDeclaration('processes wait for each other by it')
export class FileLockMutex {
  @IdColumn()
  id!: number;

  @BigInt53Column()
  taken!: number;
}

export const FILE_LOCK_MUTEX_ID = 1;
