import { Entity } from 'typeorm';
import { IdColumn, IntColumn, UnjournaledDeclaration, VarcharColumn } from '../../../database';

/** One row, made by the migration: what all processes of the service share about administrators. */
@Entity('administration')
@UnjournaledDeclaration('processes order what they do to administrators by it')
export class Administration {
  @IdColumn()
  id!: number;

  /** Goes up when administrators change: whoever changes them queues here. */
  @IntColumn()
  changes!: number;

  /** Signs login tokens where AUTH_SECRET is not set; null until the first login. */
  @VarcharColumn(64, { nullable: true })
  tokenSecret!: string | null;
}

export const ADMINISTRATION_ID = 1;
