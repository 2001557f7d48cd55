import { Entity, Index } from 'typeorm';
import { BigInt53, Id, Instant, Varchar } from '../../database';

/** A path of the file store that somebody holds, with everything in it. */
@Entity('file_locks')
@Index(['expiresAt'])
@Index(['holder'])
export class FileLock {
  @Id()
  id!: number;

  @Varchar(1024)
  path!: string;

  /** One hold may be on several paths; its rows have the same UUID. */
  @Varchar(36)
  holder!: string;

  /** A holder that lives puts it off again and again. */
  @Instant()
  expiresAt!: Date;
}

/** One row, made by the migration: whoever wants locks changes it first, so one at a time decides. */
@Entity('file_lock_turns')
export class FileLockTurn {
  @Id()
  id!: number;

  @BigInt53()
  taken!: number;
}

export const FILE_LOCK_TURN_ID = 1;
