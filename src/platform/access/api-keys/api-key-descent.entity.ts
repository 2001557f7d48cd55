import { Entity, Index, Unique } from 'typeorm';
import { BigInt53Column, IdColumn, RefColumn, UnjournaledDeclaration } from '../../../database';
import { ApiKey } from './api-key.entity';

/** A key comes from another one, which made it, or made one that it comes from. It stays when that one is deleted. */
@Entity('api_key_descents')
@UnjournaledDeclaration('it stands with the key that was made')
@Unique(['keyId', 'ancestorId'])
@Index(['ancestorId'])
export class ApiKeyDescent {
  @IdColumn()
  id!: number;

  @RefColumn(() => ApiKey, { onDelete: 'CASCADE' })
  keyId!: number;

  @BigInt53Column()
  ancestorId!: number;
}
