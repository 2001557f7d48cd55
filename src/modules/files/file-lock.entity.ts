import { Entity, Index } from 'typeorm';
import { BigInt53Column, IdColumn, InstantColumn, VarcharColumn } from '../../database';

/** A path of the file store that somebody holds, with everything in it. */
@Entity('file_locks')
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

/** One row, made by the migration: whoever wants locks changes it first, so one at a time decides. */
@Entity('file_lock_turns')
export class FileLockTurn {
  @IdColumn()
  id!: number;

  @BigInt53Column()
  taken!: number;
}

export const FILE_LOCK_TURN_ID = 1;
