import { Entity, Index, Unique } from 'typeorm';
import { Id, Instant, Int, LongText, Varchar } from '../../database';

/** A request that came with an Idempotency-Key, and its answer once there is one. */
@Entity('repeatable_requests')
@Unique(['name'])
@Index(['claimedAt'])
export class StoredRequest {
  @Id()
  id!: number;

  /** SHA-256 of caller, method, path and key, hexadecimal. */
  @Varchar(64)
  name!: string;

  /** SHA-256 of query and body, hexadecimal. */
  @Varchar(64)
  content!: string;

  /** The attempt that works on it, or did. */
  @Varchar(36)
  holder!: string;

  @Instant()
  claimedAt!: Date;

  @Int({ nullable: true })
  status!: number | null;

  @LongText({ nullable: true })
  body!: string | null;
}
