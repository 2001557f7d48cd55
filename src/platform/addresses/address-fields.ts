import { formatCodes, formatCode } from '../../core/codes';
import { addressSchemes, registerSchemes } from '../../core/e-invoicing-codes';
import { COMPANY_USER_TYPE, userTypeCodes } from '../../core/person-codes';
import { Zone } from '../catalog';
import { optionalText, codedValue, country, degrees, flag, reference, text } from './field-kinds';

/** Fields for structured invoices. */
const ofInvoices = { owners: ['document'], isWriteOnly: true } as const;

/**
 * Every field of an address, of users' address books and of documents. Columns, bodies, records, copies and erasures
 * are derived from this list.
 */
export const addressFields = {
  alias: text({
    user: { isRequired: true, example: 'Home', description: "The user's name for the address" },
  }),
  userType: codedValue(userTypeCodes, 1),
  firstName: text({
    isRetainedOnErasure: true,
    validatesAsName: true,
    user: {
      example: 'Ada',
      description: `Required of user types ${formatCodes(userTypeCodes, [1, 3])}`,
    },
  }),
  lastName: text({ isRetainedOnErasure: true, validatesAsName: true, user: { example: 'Núñez' } }),
  company: text({
    isRetainedOnErasure: true,
    validatesAsName: true,
    user: {
      example: 'Engines SL',
      description: `Required of user type ${formatCode(userTypeCodes, COMPANY_USER_TYPE)}`,
    },
  }),
  address: text({ isRetainedOnErasure: true, user: { example: 'Gran Vía' } }),
  addressAdditionalInformation: text({ isRetainedOnErasure: true, user: { example: '2nd floor' } }),
  number: text({ length: 64, isRetainedOnErasure: true, user: { example: '12' } }),
  city: text({ isRetainedOnErasure: true, user: { example: 'Madrid' } }),
  state: text({ isRetainedOnErasure: true, user: { example: 'Madrid' } }),
  postalCode: text({ length: 32, isRetainedOnErasure: true, user: { example: '28013' } }),
  countryCode: country(),
  locationId: reference(() => Zone, 'Internal identifier of a zone of the country; 0 for none'),
  latitude: degrees(90, 'Degrees, north positive'),
  longitude: degrees(180, 'Degrees, east positive'),
  phone: text({ length: 64, user: { example: '+34 910 000 000' } }),
  mobile: text({ length: 64, user: { example: '+34 600 000 000' } }),
  fax: text({ length: 64 }),
  nif: text({
    length: 64,
    isRetainedOnErasure: true,
    user: { description: 'Tax number of a person' },
  }),
  vat: text({
    length: 64,
    isRetainedOnErasure: true,
    user: { description: 'VAT identification number' },
  }),
  re: flag(false, 'Whether the equivalence surcharge applies', 'Equivalence surcharge'),
  reverseChargeVat: flag(false),
  tax: flag(true, 'Whether taxes apply at all', 'false: nothing is taxed'),
  registrationNumber: optionalText(64, {
    ...ofInvoices,
    description: 'Number in the register of companies',
  }),
  registrationScheme: optionalText(4, {
    ...ofInvoices,
    description: 'The register, by ISO/IEC 6523',
    values: registerSchemes,
  }),
  electronicAddress: optionalText(255, {
    ...ofInvoices,
    description: 'For structured invoices; absent: the email',
  }),
  electronicAddressScheme: optionalText(4, {
    ...ofInvoices,
    description: 'Kind of the electronic address (EAS)',
    values: addressSchemes,
  }),
};
