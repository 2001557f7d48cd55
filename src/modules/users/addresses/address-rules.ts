import { defineError, type FieldError } from '../../../core/errors';
import { COMPANY_USER_TYPE, userTypeCodes } from '../../../core/user-codes';
import { formatCode } from '../../../core/code-list';
import type { CreateAddressDto } from './address.dto';
import type { UserAddress } from './user-address.entity';

/** The fields that decide which name an address needs. */
export type AddresseeFields = Pick<UserAddress, 'userType' | 'company' | 'firstName'>;

/** A value with its position in the request, as a JSON pointer. */
export interface WithPointer<T> {
  readonly value: T;
  readonly pointer: string;
}

/** 422: the user type of an address decides which name it needs (specification, User create body). */
export const AddresseeNameMissing = defineError<readonly FieldError[]>({
  code: 'address.incomplete',
  status: 422,
  title: 'An address lacks a name',
  remedy: 'Send the name that the type of the address requires.',
  detail: (faults) => faults.map(({ detail }) => detail).join(' '),
  fieldErrors: (faults) => faults,
});

/** 422: each type has at most one default address. */
export const DefaultAddressAmbiguous = defineError<{ pointer: string }>({
  code: 'address.twoDefaults',
  status: 422,
  title: 'Two addresses of one type are marked as default',
  remedy: 'Mark only one of them.',
  detail: () => 'At most one address of each type can be the default.',
});

/** Returns the addresses with a default for each type: the marked one, or else the first one. */
export function markDefaultAddresses(addresses: readonly CreateAddressDto[]): CreateAddressDto[] {
  const typesWithDefault = new Set(addresses.filter((one) => one.default).map(({ type }) => type));
  return addresses.map((one) => {
    if (typesWithDefault.has(one.type)) return one;
    typesWithDefault.add(one.type);
    return { ...one, default: true };
  });
}

/**
 * Requires a company name of companies and a first name of all other user types.
 * @throws AddresseeNameMissing with all field errors
 */
export function requireAddresseeNames(addresses: readonly WithPointer<AddresseeFields>[]): void {
  const faults = addresses.flatMap(({ value, pointer }) => {
    const field = value.userType === COMPANY_USER_TYPE ? 'company' : 'firstName';
    if (value[field].trim() !== '') return [];
    const detail = `An address of the user type ${formatCode(userTypeCodes, value.userType)} needs a ${field}.`;
    return [{ pointer: `${pointer}/${field}`, code: 'address.incomplete', detail }];
  });
  if (faults.length > 0) throw new AddresseeNameMissing(faults);
}

/** @throws DefaultAddressAmbiguous for the second address of a type that is marked as default */
export function requireSingleDefault(
  addresses: readonly WithPointer<Pick<CreateAddressDto, 'type' | 'default'>>[],
): void {
  const typesWithDefault = new Set<number>();
  for (const { value, pointer } of addresses.filter(({ value }) => value.default)) {
    if (typesWithDefault.has(value.type))
      throw new DefaultAddressAmbiguous({ pointer: `${pointer}/default` });
    typesWithDefault.add(value.type);
  }
}
