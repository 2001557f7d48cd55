import { Entity } from 'typeorm';
import { IdColumn, IntColumn, Unjournaled, VarcharColumn } from '../../../database';

/** The single row, created by the migration, with what all processes of the service share about administrators. */
@Entity('administration')
@Unjournaled('it serializes changes to administrators between processes')
export class AdministratorSharedState {
  @IdColumn()
  id!: number;

  /** Incremented by every change of administrators, so that such changes wait for each other. */
  @IntColumn()
  changes!: number;

  /** Signs login tokens if AUTH_SECRET is not set; null until the first login. */
  @VarcharColumn(64, { nullable: true })
  tokenSecret!: string | null;
}

export const ADMINISTRATOR_SHARED_STATE_ID = 1;
