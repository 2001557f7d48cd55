import { Entity } from 'typeorm';
import { IdColumn, LockCountColumn, UnjournaledDeclaration } from '../../../../database';

/** One row, inserted by the migration. Whoever begins an export locks it, so that all count the same exports. */
@Entity('export_locks')
@UnjournaledDeclaration('beginners of exports wait for each other by it')
export class ExportLock {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;
}

export const EXPORT_LOCK_ID = 1;
