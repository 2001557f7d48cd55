import { formatCodes, formatCode } from '../../core/code-list';
import { electronicAddressSchemes, companyRegisterSchemes } from '../../core/e-invoicing-codes';
import { COMPANY_USER_TYPE, userTypeCodes } from '../../core/user-codes';
import { Zone } from '../catalog';
import {
  optionalAddressTextField,
  addressCodeField,
  addressCountryField,
  addressDegreesField,
  addressFlagField,
  addressReferenceField,
  addressTextField,
} from './address-field-factories';

/** Fields for structured invoices. */
const invoiceFieldOptions = { owners: ['document'], isWriteOnly: true } as const;

/**
 * Every field of an address, of users' address books and of documents. Columns, bodies, records, copies and erasures
 * are derived from this list.
 */
export const addressFields = {
  alias: addressTextField({
    user: { isRequired: true, example: 'Home', description: "The user's name for the address" },
  }),
  userType: addressCodeField(userTypeCodes, { default: 1 }),
  firstName: addressTextField({
    isRetainedOnErasure: true,
    validatesAsName: true,
    user: {
      example: 'Ada',
      description: `Required of user types ${formatCodes(userTypeCodes, [1, 3])}`,
    },
  }),
  lastName: addressTextField({
    isRetainedOnErasure: true,
    validatesAsName: true,
    user: { example: 'Núñez' },
  }),
  company: addressTextField({
    isRetainedOnErasure: true,
    validatesAsName: true,
    user: {
      example: 'Engines SL',
      description: `Required of user type ${formatCode(userTypeCodes, COMPANY_USER_TYPE)}`,
    },
  }),
  address: addressTextField({ isRetainedOnErasure: true, user: { example: 'Gran Vía' } }),
  addressAdditionalInformation: addressTextField({
    isRetainedOnErasure: true,
    user: { example: '2nd floor' },
  }),
  number: addressTextField({ length: 64, isRetainedOnErasure: true, user: { example: '12' } }),
  city: addressTextField({ isRetainedOnErasure: true, user: { example: 'Madrid' } }),
  state: addressTextField({ isRetainedOnErasure: true, user: { example: 'Madrid' } }),
  postalCode: addressTextField({
    length: 32,
    isRetainedOnErasure: true,
    user: { example: '28013' },
  }),
  countryCode: addressCountryField(),
  locationId: addressReferenceField(
    () => Zone,
    'Internal identifier of a zone of the country; 0 for none',
  ),
  latitude: addressDegreesField(90, 'Degrees, north positive'),
  longitude: addressDegreesField(180, 'Degrees, east positive'),
  phone: addressTextField({ length: 64, user: { example: '+34 910 000 000' } }),
  mobile: addressTextField({ length: 64, user: { example: '+34 600 000 000' } }),
  fax: addressTextField({ length: 64 }),
  nif: addressTextField({
    length: 64,
    isRetainedOnErasure: true,
    user: { description: 'Tax number of a person' },
  }),
  vat: addressTextField({
    length: 64,
    isRetainedOnErasure: true,
    user: { description: 'VAT identification number' },
  }),
  /** Whether the equivalence surcharge (recargo de equivalencia) applies to the address. */
  re: addressFlagField({
    default: false,
    userDescription: 'Whether the equivalence surcharge applies',
    documentDescription: 'Equivalence surcharge',
  }),
  reverseChargeVat: addressFlagField({ default: false }),
  /** Whether taxes apply to the address at all; a Boolean, not an amount or a rate. */
  tax: addressFlagField({
    default: true,
    userDescription: 'Whether taxes apply at all',
    documentDescription: 'false: nothing is taxed',
  }),
  registrationNumber: optionalAddressTextField(64, {
    ...invoiceFieldOptions,
    description: 'Number in the register of companies',
  }),
  registrationScheme: optionalAddressTextField(4, {
    ...invoiceFieldOptions,
    description: 'The register, by ISO/IEC 6523',
    values: companyRegisterSchemes,
  }),
  electronicAddress: optionalAddressTextField(255, {
    ...invoiceFieldOptions,
    description: 'For structured invoices; absent: the email',
  }),
  electronicAddressScheme: optionalAddressTextField(4, {
    ...invoiceFieldOptions,
    description: 'Kind of the electronic address (EAS)',
    values: electronicAddressSchemes,
  }),
};
