import { Entity } from 'typeorm';
import { IdColumn, LockCountColumn, Unjournaled } from '../../../database';

/** A single row, inserted by the migration. Overlapping imports wait for each other by locking it. */
@Entity('import_locks')
@Unjournaled('it serializes overlapping imports')
export class ImportLock {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;
}

export const IMPORT_LOCK_ID = 1;
