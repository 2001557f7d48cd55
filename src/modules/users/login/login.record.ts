import { group, instant, num, record, str } from '../../../api';
import type { User } from '../users/user.entity';

/** What a login gives: a token, and whose it is. */
export interface Login extends Pick<User, 'id' | 'pId' | 'systemLevel'> {
  readonly token: string;
  readonly expiresAt: Date;
}

export const loginRecord = record<Login>()('login', {
  token: str('token'),
  expiresAt: instant('expiresAt'),
  user: group({ id: num('id'), pId: str('pId'), systemLevel: num('systemLevel') }),
});
