import { objectField, instantField, numberField, defineRecord, stringField } from '../../../api';
import type { User } from '../users/user.entity';

/** The result of a login: a token and its user. */
export interface LoginResult extends Pick<User, 'id' | 'pId' | 'systemLevel'> {
  readonly token: string;
  readonly expiresAt: Date;
}

export const loginRecord = defineRecord<LoginResult>()('login', {
  token: stringField('token'),
  expiresAt: instantField('expiresAt'),
  user: objectField({
    id: numberField('id'),
    pId: stringField('pId'),
    systemLevel: numberField('systemLevel'),
  }),
});
