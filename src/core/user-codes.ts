import { defineCodes, defineCodesFromConstants, withZeroCode } from './code-list';

/** Address types (specification, User record). */
export const addressTypes = { billing: 1, shipping: 2 } as const;
export type AddressType = (typeof addressTypes)[keyof typeof addressTypes];
export const addressTypeCodes = defineCodesFromConstants(addressTypes);

/** The user type of companies. */
export const COMPANY_USER_TYPE = 2;

/** User types, of users and of each of their addresses (specification, User record). */
export const userTypeCodes = defineCodes([
  [1, 'individual'],
  [COMPANY_USER_TYPE, 'company'],
  [3, 'self-employed'],
]);
export type UserType = (typeof userTypeCodes.numbers)[number];

/** Genders of users (specification, User record). */
export const genderCodes = defineCodes([
  [1, 'male'],
  [2, 'female'],
]);

/** Genders of customers, which are optional. */
export const customerGenderCodes = withZeroCode('not told', genderCodes);
