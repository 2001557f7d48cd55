import { Entity } from 'typeorm';
import { IdColumn, LockCountColumn, UnjournaledDeclaration } from '../../database';

/** One row, made by the migration: whoever holds it alone decides whether a first key is to be made. */
@Entity('access_locks')
@UnjournaledDeclaration('processes wait for each other by it')
export class AccessLock {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;
}

export const ACCESS_LOCK_ID = 1;
