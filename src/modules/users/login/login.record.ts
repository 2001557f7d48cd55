import { objectField, instantField, numberField, defineRecord, stringField } from '../../../api';
import type { User } from '../users/user.entity';

/** The result of a login: a token and its user. */
export interface Login extends Pick<User, 'id' | 'pId' | 'systemLevel'> {
  readonly token: string;
  readonly expiresAt: Date;
}

export const loginRecord = defineRecord<Login>()('login', {
  token: stringField('token'),
  expiresAt: instantField('expiresAt'),
  user: objectField({
    id: numberField('id'),
    pId: stringField('pId'),
    systemLevel: numberField('systemLevel'),
  }),
});
