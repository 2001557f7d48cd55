import { Entity } from 'typeorm';
import { IdColumn } from '../../database';

/** One row, made by the migration: whoever holds it alone decides whether a first key is to be made. */
@Entity('access_locks')
export class AccessLock {
  @IdColumn()
  id!: number;
}

export const ACCESS_LOCK_ID = 1;
