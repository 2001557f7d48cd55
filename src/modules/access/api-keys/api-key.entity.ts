import { Entity, Unique } from 'typeorm';
import { Id, Instant, Json, Varchar } from '../../../database';

/** A key that a program calls with. The key itself is shown once and never stored, only its hash. */
@Entity('api_keys')
@Unique(['keyHash'])
export class ApiKey {
  @Id()
  id!: number;

  @Varchar(255)
  name!: string;

  /** SHA-256 of the key, in hex: 32 random bytes need no slow hash. */
  @Varchar(64)
  keyHash!: string;

  @Json()
  scopes!: string[];

  @Instant({ nullable: true })
  expiresAt!: Date | null;

  /** Exact to a minute. */
  @Instant({ nullable: true })
  lastUsedAt!: Date | null;

  @Instant()
  createdAt!: Date;
}
