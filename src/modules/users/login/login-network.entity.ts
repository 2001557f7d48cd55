import { Entity, Index, Unique } from 'typeorm';
import { IdColumn, InstantColumn, Unjournaled, VarcharColumn } from '../../../database';

/** A network that an administrator has logged in from. */
@Entity('login_networks')
@Unjournaled('logins change nothing that others see')
@Unique(['digest'])
@Index(['lastLoginAt'])
export class LoginNetwork {
  @IdColumn()
  id!: number;

  /** HMAC-SHA256 of the network with the secret of login tokens, in base64url. The address itself is not stored. */
  @VarcharColumn(43)
  digest!: string;

  @InstantColumn()
  lastLoginAt!: Date;
}
