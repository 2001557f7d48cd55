import { Entity } from 'typeorm';
import { IdColumn, LockCountColumn, Unjournaled } from '../../database';

/** The single row, created by the migration. A process locks it while it decides whether to create a first key. */
@Entity('access_locks')
@Unjournaled('it only serializes processes')
export class AccessLock {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;
}

export const ACCESS_LOCK_ID = 1;
