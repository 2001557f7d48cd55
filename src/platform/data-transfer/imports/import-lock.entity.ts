import { Entity } from 'typeorm';
import { IdColumn, LockCountColumn, UnjournaledDeclaration } from '../../../database';

/** One row, inserted by the migration. Overlapping imports wait for each other by locking it. */
@Entity('import_locks')
@UnjournaledDeclaration('imports wait for each other by it')
export class ImportLock {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;
}

export const IMPORT_LOCK_ID = 1;
