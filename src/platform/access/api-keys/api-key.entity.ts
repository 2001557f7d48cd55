import { Entity, Index, Unique } from 'typeorm';
import {
  BigInt53Column,
  IdColumn,
  InstantColumn,
  IntColumn,
  Journaled,
  JsonColumn,
  PidColumn,
  UpdatedAtColumn,
  VarcharColumn,
} from '../../../database';

/** A key that a program calls with. The key itself is shown once and never stored, only its hash. */
@Entity('api_keys')
@Journaled('apiKey', { area: 'keys', ignoredProperties: ['lastUsedAt', 'changes'] })
@Unique(['keyHash'])
@Index(['pId'], { unique: true })
@Index(['updatedAt'])
@Index(['originUserId'])
export class ApiKey {
  @IdColumn()
  id!: number;

  /** What exports call it; null: a service of an older version has made it. */
  @PidColumn({ nullable: true })
  pId!: string | null;

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

  @UpdatedAtColumn()
  updatedAt?: Date | null;

  /** Who made it, as it was then: `key`, `user` (by a login) or `system` (the service, its command line). */
  @VarcharColumn(16, { nullable: true })
  madeByKind!: string | null;

  @BigInt53Column({ nullable: true })
  madeById!: number | null;

  @VarcharColumn(255, { nullable: true })
  madeByName!: string | null;

  /** The administrator whose login made it, or the first of the keys that it comes from; null: none did. */
  @BigInt53Column({ nullable: true })
  originUserId!: number | null;

  /** Goes up when the key makes, rotates or deletes keys: its own end waits for that. */
  @IntColumn({ nullable: true, default: 0 })
  changes!: number | null;
}
