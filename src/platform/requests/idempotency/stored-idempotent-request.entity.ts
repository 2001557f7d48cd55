import { Entity, Index, Unique } from 'typeorm';
import {
  IdColumn,
  InstantColumn,
  IntColumn,
  LongTextColumn,
  Unjournaled,
  VarcharColumn,
} from '../../../database';

/** A request with an Idempotency-Key, and its response once there is one. */
@Entity('repeatable_requests')
@Unjournaled('it stores requests, not their effects')
@Unique(['name'])
@Index(['claimedAt'])
export class StoredIdempotentRequest {
  @IdColumn()
  id!: number;

  /** SHA-256 of caller, method, path and key, in hex. */
  @VarcharColumn(64)
  name!: string;

  /** SHA-256 of query and body, in hex. */
  @VarcharColumn(64)
  content!: string;

  /** Id of the last attempt that has claimed the request. */
  @VarcharColumn(36)
  holder!: string;

  @InstantColumn()
  claimedAt!: Date;

  @IntColumn({ nullable: true })
  status!: number | null;

  @LongTextColumn({ nullable: true })
  body!: string | null;
}
