import { Entity, Unique } from 'typeorm';
import { BigInt53Column, IdColumn, InstantColumn, VarcharColumn } from '../schema/columns';
import { Unjournaled } from '../journal/journal-declaration';

/**
 * Last heartbeat of a process that reads lists from a replica; empty without replicas.
 * @public MysqlReplica reads and writes it with SQL
 */
@Entity('replica_beats')
@Unique(['name'])
@Unjournaled('it measures the lag of a replica')
export class ReplicaHeartbeat {
  @IdColumn()
  id!: number;

  /** Random name that the process has generated at startup. */
  @VarcharColumn(32)
  name!: string;

  /** Microseconds on the process's own monotonic clock. */
  @BigInt53Column()
  beat!: number;

  /** Time of the heartbeat; outdated rows are deleted. */
  @InstantColumn()
  beatenAt!: Date;
}
