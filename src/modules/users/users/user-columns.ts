import { listMembers } from '../../../api/validation/dto';
import { compileObjectFactory } from '../../../core/object-factory';
import { toSortKey } from '../../../core/text-folding';
import { toEmailKey } from './email-key';
import { type UpdateUserDto, UserImportDto } from './user.dto';
import type { User } from './user.entity';

type UserValues = Omit<UpdateUserDto, 'password' | 'group' | 'keys'> &
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
}: UserValues): Partial<User> {
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

/** Members of import records that become other columns, or none. */
const separatelyConvertedMembers: ReadonlySet<string> = new Set<keyof UserImportDto>([
  'password',
  'group',
  'addressBook',
  'customTags',
  'supplier',
  'vouchers',
  'wishlist',
  'birthDay',
  'currencyCode',
  'dateAdded',
  'email',
  'nick',
  'salesAgent',
]);

const copiedMembers = listMembers(UserImportDto).filter(
  (name): name is keyof UserImportDto => !separatelyConvertedMembers.has(name),
);

const createImportedColumns = compileObjectFactory<UserImportDto, number>([
  ...copiedMembers,
  ['birthDay', ({ birthDay = null }) => birthDay],
  ['currencyCode', ({ currencyCode }) => currencyCode ?? ''],
  ['email', ({ email }) => email],
  ['emailKey', ({ email }) => toEmailKey(email)],
  ['emailFolded', ({ email }) => toSortKey(email)],
  ['nick', ({ nick = '' }) => (nick === '' ? null : nick)],
  ['nickFolded', ({ nick = '' }) => toSortKey(nick)],
  ['agent', ({ salesAgent }) => salesAgent],
  ['groupId', (_record, groupId) => groupId],
]);

/**
 * Converts an import record to columns, with defaults for missing fields. A missing creation date leaves the stored one
 * unchanged.
 */
export function toImportedColumns(record: UserImportDto, groupId: number): Partial<User> {
  const columns: Partial<User> = createImportedColumns(record, groupId);
  if (record.dateAdded) columns.dateAdded = record.dateAdded;
  return columns;
}
