import type { DocumentAddress } from './entities/document-address.entity';

/** Columns of addresses that invoices show, and that determine VAT categories. */
export const invoiceAddressColumns = [
  'type',
  'company',
  'firstName',
  'lastName',
  'address',
  'number',
  'addressAdditionalInformation',
  'city',
  'state',
  'postalCode',
  'countryCode',
  'phone',
  'mobile',
  'nif',
  'vat',
  'reverseChargeVat',
  'tax',
] as const satisfies readonly (keyof DocumentAddress)[];
