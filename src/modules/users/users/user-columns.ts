import { toSortKey } from '../../../core/text';
import { toEmailKey } from './email-key';
import type { UpdateUserDto, UserImportDto } from './user.dto';
import type { User } from './user.entity';

type UserInput = Omit<UpdateUserDto, 'password' | 'group' | 'keys'> &
  Partial<Pick<UserImportDto, 'blogger' | 'dateAdded' | 'reverseChargeVat'>> &
  Partial<Pick<User, 'passwordHash'>>;

/** Converts the values of a request to columns, with the folded forms of texts. */
export function toUserColumns({
  email,
  nick,
  salesAgent,
  currencyCode,
  dateAdded,
  ...values
}: UserInput): Partial<User> {
  return {
    ...values,
    ...(currencyCode === undefined ? {} : { currencyCode: currencyCode ?? '' }),
    ...(dateAdded && { dateAdded }),
    ...(email === undefined
      ? {}
      : { email, emailKey: toEmailKey(email), emailFolded: toSortKey(email) }),
    ...(nick === undefined ? {} : { nick: nick === '' ? null : nick, nickFolded: toSortKey(nick) }),
    ...(salesAgent === undefined ? {} : { agent: salesAgent }),
  };
}
