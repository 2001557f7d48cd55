import { normalizeVatNumber } from '../../../../core/vat-numbers';
import { toVatRulePrefix } from '../vat-classes';
import { toElectronicAddress, toElectronicAddressScheme } from './electronic-address';
import { isSubjectToVat, type EDocumentTermInput } from './e-document-term-input';
import type { TermMapping } from './term-mapping';

const remedySuffix = 'of the headquarter; documents of later orders will have it';

/** BG-4 to BG-6: the seller. */
export const sellerTerms: readonly TermMapping<EDocumentTermInput>[] = [
  [
    'BT-27',
    'Seller name',
    ({ seller }) => seller.legalName || seller.name,
    {
      rule: 'BR-06',
      pointer: '/headquarter/name',
      remedy: `send the name ${remedySuffix}.`,
    },
  ],
  [
    'BT-28',
    'Seller trading name',
    ({ seller }) =>
      seller.legalName && seller.legalName !== seller.name ? seller.name : undefined,
  ],
  [
    'BT-30',
    'Seller legal registration identifier',
    ({ seller }) => seller.registrationNumber,
    {
      rule: 'BR-CO-26',
      pointer: '/headquarter/registrationNumber',
      remedy: `send the registrationNumber ${remedySuffix}.`,
      when: (context) => !isSubjectToVat(context),
    },
  ],
  [
    'BT-30-1',
    'Scheme of BT-30',
    ({ seller }) => (seller.registrationNumber ? seller.registrationScheme : undefined),
  ],
  [
    'BT-31',
    'Seller VAT identifier',
    (context) =>
      isSubjectToVat(context)
        ? normalizeVatNumber(context.seller.vat, context.seller.countryCode)
        : '',
    {
      when: isSubjectToVat,
      rule: ({ vatClasses: [first] }) => `${toVatRulePrefix(first?.category ?? 'S')}-02`,
      pointer: '/headquarter/vat',
      remedy: `send the vat ${remedySuffix}.`,
    },
  ],
  [
    'BT-34',
    'Seller electronic address',
    ({ seller }) => toElectronicAddress(seller, seller.email),
    {
      rule: 'PEPPOL-EN16931-R020',
      pointer: '/headquarter/electronicAddress',
      remedy: 'send the electronicAddress of the headquarter.',
      when: ({ format }) => format === 'ubl',
    },
  ],
  [
    'BT-34-1',
    'Scheme of BT-34',
    ({ seller }) => toElectronicAddressScheme(seller, seller.email),
    {
      rule: 'BR-62',
      pointer: '/headquarter/electronicAddressScheme',
      remedy: `send the electronicAddressScheme ${remedySuffix}.`,
      when: ({ seller }) => toElectronicAddress(seller, seller.email) !== '',
    },
  ],
  ['BT-35', 'Seller address line 1', ({ seller }) => seller.address],
  ['BT-37', 'Seller city', ({ seller }) => seller.city],
  ['BT-38', 'Seller post code', ({ seller }) => seller.postalCode],
  ['BT-39', 'Seller country subdivision', ({ seller }) => seller.state],
  [
    'BT-40',
    'Seller country code',
    ({ seller }) => seller.countryCode,
    {
      rule: 'BR-09',
      pointer: '/headquarter/countryCode',
      remedy: `send the countryCode ${remedySuffix}.`,
    },
  ],
  ['BT-42', 'Seller contact telephone number', ({ seller }) => seller.phone],
  ['BT-43', 'Seller contact email address', ({ seller }) => seller.email],
];
