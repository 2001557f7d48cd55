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
  mapToFieldName,
} from '../../../database';

/** A key with which a program calls the API. The key itself is shown once; only its hash is stored. */
@Entity('api_keys')
@Journaled('apiKey', {
  area: 'keys',
  ignoredProperties: ['lastUsedAt', 'changes'],
  fieldNames: {
    ...mapToFieldName('madeBy', ['madeByKind', 'madeById', 'madeByName']),
    ...mapToFieldName('originUser', ['originUserId']),
  },
})
@Unique(['keyHash'])
@Index(['pId'], { unique: true })
@Index(['updatedAt'])
@Index(['originUserId'])
export class ApiKey {
  @IdColumn()
  id!: number;

  /** Identifies the key in exports; null for keys created by an older version of the service. */
  @PidColumn({ nullable: true })
  pId!: string | null;

  @VarcharColumn(255)
  name!: string;

  /** SHA-256 of the key, in hex. 32 random bytes need no slow hash. */
  @VarcharColumn(64)
  keyHash!: string;

  @JsonColumn()
  scopes!: string[];

  @InstantColumn({ nullable: true })
  expiresAt!: Date | null;

  /** Accurate to a minute. */
  @InstantColumn({ nullable: true })
  lastUsedAt!: Date | null;

  @InstantColumn()
  createdAt!: Date;

  @UpdatedAtColumn()
  updatedAt?: Date | null;

  /** The kind of the creator: `key`, `user` (by a login) or `system` (the service or its command line). */
  @VarcharColumn(16, { nullable: true })
  madeByKind!: string | null;

  @BigInt53Column({ nullable: true })
  madeById!: number | null;

  @VarcharColumn(255, { nullable: true })
  madeByName!: string | null;

  /** The administrator whose login created the key, or the first of its ancestors; null otherwise. */
  @BigInt53Column({ nullable: true })
  originUserId!: number | null;

  /** Incremented when the key creates, rotates or deletes keys; the deletion of the key waits for such changes. */
  @IntColumn({ nullable: true, default: 0 })
  changes!: number | null;
}
