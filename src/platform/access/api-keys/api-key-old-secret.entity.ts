import { Entity, Index, ManyToOne, type Relation, Unique } from 'typeorm';
import {
  IdColumn,
  InstantColumn,
  ForeignKeyColumn,
  Unjournaled,
  VarcharColumn,
} from '../../../database';
import { ApiKey } from './api-key.entity';

/** A secret that a rotation has replaced and that is still valid for a while. */
@Entity('api_key_old_secrets')
@Unjournaled('a rotation changes the key itself')
@Unique(['keyHash'])
@Index(['keyId'])
export class ApiKeyOldSecret {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => ApiKey, { onDelete: 'CASCADE' })
  keyId!: number;

  @ManyToOne(() => ApiKey)
  key!: Relation<ApiKey>;

  @VarcharColumn(64)
  keyHash!: string;

  @InstantColumn()
  endsAt!: Date;
}
