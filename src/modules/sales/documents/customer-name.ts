import type { DocumentAddress } from './entities/document-address.entity';

/** Returns the name of a customer: that of a person, else the company. */
export function toCustomerName({
  firstName,
  lastName,
  company,
}: Pick<DocumentAddress, 'firstName' | 'lastName' | 'company'>): string {
  if (firstName === '' && lastName === '') return company;
  return firstName === '' || lastName === '' ? firstName + lastName : `${firstName} ${lastName}`;
}
