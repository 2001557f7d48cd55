import { Entity } from 'typeorm';
import { IdColumn, LockCountColumn, Unjournaled } from '../../../../database';

/**
 * A single row, inserted by the migration. Starting an export locks it, so that all processes count the same exports.
 */
@Entity('export_locks')
@Unjournaled('it serializes the start of exports')
export class ExportLock {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;
}

export const EXPORT_LOCK_ID = 1;
