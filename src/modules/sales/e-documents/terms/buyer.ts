import { normalizeVatNumber } from '../../../../core/vat-numbers';
import { toPersonName, toStreetLine } from '../e-document-context';
import type { EDocumentAddress } from '../source';
import { toElectronicAddress, toElectronicAddressScheme } from './electronic-address';
import { isSubjectToVat, type TaxedEDocumentContext } from './taxed-e-document-context';
import type { TermMapping } from './term-mapping';

function toRegistration({ registrationNumber, nif, vat }: Partial<EDocumentAddress>) {
  return registrationNumber || (nif === vat ? '' : nif);
}

/** BG-7 to BG-9: the buyer. */
export const buyerTerms: readonly TermMapping<TaxedEDocumentContext>[] = [
  {
    term: 'BT-44',
    name: 'Buyer name',
    source: "billing address's company, else first and last name",
    from: ({ buyer, document }) => buyer.company || toPersonName(buyer) || document.customerName,
    need: {
      rule: 'BR-07',
      pointer: '/user/billingAddress/company',
      remedy: 'send orders with the company, or the first and last name, of their billing address.',
    },
  },
  {
    term: 'BT-46',
    name: 'Buyer identifier',
    source: "the stored user's pId",
    from: ({ document }) => document.userPId,
  },
  {
    term: 'BT-47',
    name: 'Buyer legal registration identifier',
    source: "billing address's registrationNumber, else nif if it differs from vat",
    from: ({ buyer }) => toRegistration(buyer),
  },
  {
    term: 'BT-47-1',
    name: 'Scheme of BT-47',
    source: "billing address's registrationScheme",
    from: ({ buyer }) => (buyer.registrationNumber ? buyer.registrationScheme : undefined),
  },
  {
    term: 'BT-48',
    name: 'Buyer VAT identifier',
    source: "billing address's vat, with the country's prefix",
    from: (facts) =>
      isSubjectToVat(facts) ? normalizeVatNumber(facts.buyer.vat, facts.buyer.countryCode) : '',
    need: {
      rule: ({ classes }) =>
        classes.some(({ category }) => category === 'K') ? 'BR-IC-02' : 'BR-AE-02',
      pointer: '/user/billingAddress/vat',
      remedy: 'send orders with the vat of their billing address, or with taxes.',
      when: ({ classes, buyer }) =>
        classes.some(
          ({ category }) => category === 'K' || (category === 'AE' && !toRegistration(buyer)),
        ),
    },
  },
  {
    term: 'BT-49',
    name: 'Buyer electronic address',
    source: "billing address's electronicAddress, else the user's email",
    from: ({ buyer, document }) => toElectronicAddress(buyer, document.customerEmail),
    need: {
      rule: 'PEPPOL-EN16931-R010',
      pointer: '/user/billingAddress/electronicAddress',
      remedy: 'send orders with the electronicAddress of their billing address.',
      when: ({ form }) => form === 'ubl',
    },
  },
  {
    term: 'BT-49-1',
    name: 'Scheme of BT-49',
    source: "billing address's electronicAddressScheme, else EM",
    from: ({ buyer, document }) => toElectronicAddressScheme(buyer, document.customerEmail),
    need: {
      rule: 'BR-63',
      pointer: '/user/billingAddress/electronicAddressScheme',
      remedy: 'send orders with the electronicAddressScheme of their billing address.',
      when: ({ buyer, document }) => toElectronicAddress(buyer, document.customerEmail) !== '',
    },
  },
  {
    term: 'BT-50',
    name: 'Buyer address line 1',
    source: "billing address's address and number",
    from: ({ buyer }) => toStreetLine(buyer),
  },
  {
    term: 'BT-51',
    name: 'Buyer address line 2',
    source: "billing address's addressAdditionalInformation",
    from: ({ buyer }) => buyer.addressAdditionalInformation,
  },
  {
    term: 'BT-52',
    name: 'Buyer city',
    source: "billing address's city",
    from: ({ buyer }) => buyer.city,
  },
  {
    term: 'BT-53',
    name: 'Buyer post code',
    source: "billing address's postalCode",
    from: ({ buyer }) => buyer.postalCode,
  },
  {
    term: 'BT-54',
    name: 'Buyer country subdivision',
    source: "billing address's state",
    from: ({ buyer }) => buyer.state,
  },
  {
    term: 'BT-55',
    name: 'Buyer country code',
    source: "billing address's countryCode",
    from: ({ buyer }) => buyer.countryCode,
    need: {
      rule: 'BR-11',
      pointer: '/user/billingAddress/countryCode',
      remedy: 'send orders with the countryCode of their billing address.',
    },
  },
  {
    term: 'BT-56',
    name: 'Buyer contact point',
    source: "billing address's first and last name, for a company",
    from: ({ buyer }) => (buyer.company ? toPersonName(buyer) : undefined),
  },
  {
    term: 'BT-57',
    name: 'Buyer contact telephone number',
    source: "billing address's phone, else mobile",
    from: ({ buyer }) => buyer.phone || buyer.mobile,
  },
  {
    term: 'BT-58',
    name: 'Buyer contact email address',
    source: "the user's email",
    from: ({ document }) => document.customerEmail,
  },
];
