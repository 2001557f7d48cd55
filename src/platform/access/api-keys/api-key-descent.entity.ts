import { Entity, Index, Unique } from 'typeorm';
import { BigInt53Column, IdColumn, ForeignKeyColumn, Unjournaled } from '../../../database';
import { ApiKey } from './api-key.entity';

/**
 * The descent of a key from another key, which created it directly or indirectly. The row stays when the ancestor is
 * deleted.
 */
@Entity('api_key_descents')
@Unjournaled('it is written together with the new key')
@Unique(['keyId', 'ancestorId'])
@Index(['ancestorId'])
export class ApiKeyDescent {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => ApiKey, { onDelete: 'CASCADE' })
  keyId!: number;

  @BigInt53Column()
  ancestorId!: number;
}
