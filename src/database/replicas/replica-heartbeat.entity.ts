import { Entity, Unique } from 'typeorm';
import { BigInt53Column, IdColumn, InstantColumn, VarcharColumn } from '../schema/columns';
import { UnjournaledDeclaration } from '../journal/journal-declaration';

/**
 * The last sign of life of a process that reads lists from a replica; empty where none does. MysqlReplica works on it.
 * @public by its declaration alone
 */
@Entity('replica_beats')
@Unique(['name'])
@UnjournaledDeclaration('it tells how far a replica is behind')
export class ReplicaHeartbeat {
  @IdColumn()
  id!: number;

  /** The process, by a name that it gives itself at its start. */
  @VarcharColumn(32)
  name!: string;

  /** What its own clock said, in microseconds since its start. */
  @BigInt53Column()
  beat!: number;

  /** Rows of processes that are long gone are removed. */
  @InstantColumn()
  beatenAt!: Date;
}
