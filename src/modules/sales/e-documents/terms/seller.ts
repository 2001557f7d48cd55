import { normalizeVatNumber } from '../../../../core/vat-numbers';
import { toVatRulePrefix } from '../vat';
import { toElectronicAddress, toElectronicAddressScheme } from './electronic-address';
import { isSubjectToVat, type TaxedEDocumentContext } from './taxed-e-document-context';
import type { TermMapping } from './term-mapping';

const nextDocuments = 'of the headquarter; documents of later orders will have it';

/** BG-4 to BG-6: the seller. */
export const sellerTerms: readonly TermMapping<TaxedEDocumentContext>[] = [
  {
    term: 'BT-27',
    name: 'Seller name',
    source: "headquarter's legalName, else name",
    from: ({ seller }) => seller.legalName || seller.name,
    need: {
      rule: 'BR-06',
      pointer: '/headquarter/name',
      remedy: `send the name ${nextDocuments}.`,
    },
  },
  {
    term: 'BT-28',
    name: 'Seller trading name',
    source: "headquarter's name, if it differs from legalName",
    from: ({ seller }) =>
      seller.legalName && seller.legalName !== seller.name ? seller.name : undefined,
  },
  {
    term: 'BT-30',
    name: 'Seller legal registration identifier',
    source: "headquarter's registrationNumber",
    from: ({ seller }) => seller.registrationNumber,
    need: {
      rule: 'BR-CO-26',
      pointer: '/headquarter/registrationNumber',
      remedy: `send the registrationNumber ${nextDocuments}.`,
      when: (facts) => !isSubjectToVat(facts),
    },
  },
  {
    term: 'BT-30-1',
    name: 'Scheme of BT-30',
    source: "headquarter's registrationScheme",
    from: ({ seller }) => (seller.registrationNumber ? seller.registrationScheme : undefined),
  },
  {
    term: 'BT-31',
    name: 'Seller VAT identifier',
    source: "headquarter's vat, with the country's prefix",
    from: (facts) =>
      isSubjectToVat(facts) ? normalizeVatNumber(facts.seller.vat, facts.seller.countryCode) : '',
    need: {
      when: isSubjectToVat,
      rule: ({ classes: [first] }) => `${toVatRulePrefix(first?.category ?? 'S')}-02`,
      pointer: '/headquarter/vat',
      remedy: `send the vat ${nextDocuments}.`,
    },
  },
  {
    term: 'BT-34',
    name: 'Seller electronic address',
    source: "headquarter's electronicAddress, else email",
    from: ({ seller }) => toElectronicAddress(seller, seller.email),
    need: {
      rule: 'PEPPOL-EN16931-R020',
      pointer: '/headquarter/electronicAddress',
      remedy: 'send the electronicAddress of the headquarter.',
      when: ({ form }) => form === 'ubl',
    },
  },
  {
    term: 'BT-34-1',
    name: 'Scheme of BT-34',
    source: "headquarter's electronicAddressScheme, else EM",
    from: ({ seller }) => toElectronicAddressScheme(seller, seller.email),
    need: {
      rule: 'BR-62',
      pointer: '/headquarter/electronicAddressScheme',
      remedy: `send the electronicAddressScheme ${nextDocuments}.`,
      when: ({ seller }) => toElectronicAddress(seller, seller.email) !== '',
    },
  },
  {
    term: 'BT-35',
    name: 'Seller address line 1',
    source: "headquarter's address",
    from: ({ seller }) => seller.address,
  },
  {
    term: 'BT-37',
    name: 'Seller city',
    source: "headquarter's city",
    from: ({ seller }) => seller.city,
  },
  {
    term: 'BT-38',
    name: 'Seller post code',
    source: "headquarter's postalCode",
    from: ({ seller }) => seller.postalCode,
  },
  {
    term: 'BT-39',
    name: 'Seller country subdivision',
    source: "headquarter's state",
    from: ({ seller }) => seller.state,
  },
  {
    term: 'BT-40',
    name: 'Seller country code',
    source: "headquarter's countryCode",
    from: ({ seller }) => seller.countryCode,
    need: {
      rule: 'BR-09',
      pointer: '/headquarter/countryCode',
      remedy: `send the countryCode ${nextDocuments}.`,
    },
  },
  {
    term: 'BT-42',
    name: 'Seller contact telephone number',
    source: "headquarter's phone",
    from: ({ seller }) => seller.phone,
  },
  {
    term: 'BT-43',
    name: 'Seller contact email address',
    source: "headquarter's email",
    from: ({ seller }) => seller.email,
  },
];
