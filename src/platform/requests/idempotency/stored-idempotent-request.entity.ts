import { Entity, Index, Unique } from 'typeorm';
import {
  IdColumn,
  InstantColumn,
  IntColumn,
  LongTextColumn,
  UnjournaledDeclaration,
  VarcharColumn,
} from '../../../database';

/** A request that came with an Idempotency-Key, and its answer once there is one. */
@Entity('repeatable_requests')
@UnjournaledDeclaration('it is how requests are kept, not what they do')
@Unique(['name'])
@Index(['claimedAt'])
export class StoredIdempotentRequest {
  @IdColumn()
  id!: number;

  /** SHA-256 of caller, method, path and key, hexadecimal. */
  @VarcharColumn(64)
  name!: string;

  /** SHA-256 of query and body, hexadecimal. */
  @VarcharColumn(64)
  content!: string;

  /** The attempt that works on it, or did. */
  @VarcharColumn(36)
  holder!: string;

  @InstantColumn()
  claimedAt!: Date;

  @IntColumn({ nullable: true })
  status!: number | null;

  @LongTextColumn({ nullable: true })
  body!: string | null;
}
