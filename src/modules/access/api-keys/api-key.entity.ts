import { Entity, Unique } from 'typeorm';
import { IdColumn, InstantColumn, JsonColumn, VarcharColumn } from '../../../database';

/** A key that a program calls with. The key itself is shown once and never stored, only its hash. */
@Entity('api_keys')
@Unique(['keyHash'])
export class ApiKey {
  @IdColumn()
  id!: number;

  @VarcharColumn(255)
  name!: string;

  /** SHA-256 of the key, in hex: 32 random bytes need no slow hash. */
  @VarcharColumn(64)
  keyHash!: string;

  @JsonColumn()
  scopes!: string[];

  @InstantColumn({ nullable: true })
  expiresAt!: Date | null;

  /** Exact to a minute. */
  @InstantColumn({ nullable: true })
  lastUsedAt!: Date | null;

  @InstantColumn()
  createdAt!: Date;
}
