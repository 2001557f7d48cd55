import { normalizeVatNumber } from '../../../../core/vat-numbers';
import { toPersonName, toStreetLine } from '../e-document-parties';
import type { EDocumentAddress } from '../e-document-source';
import { toElectronicAddress, toElectronicAddressScheme } from './electronic-address';
import { isSubjectToVat, type EDocumentTermInput } from './e-document-term-input';
import type { TermMapping } from './term-mapping';

function toRegistrationNumber({ registrationNumber, nif, vat }: Partial<EDocumentAddress>) {
  return registrationNumber || (nif === vat ? '' : nif);
}

/** BG-7 to BG-9: the buyer. */
export const buyerTerms: readonly TermMapping<EDocumentTermInput>[] = [
  [
    'BT-44',
    'Buyer name',
    ({ buyer, document }) => buyer.company || toPersonName(buyer) || document.customerName,
    {
      rule: 'BR-07',
      pointer: '/user/billingAddress/company',
      remedy: 'send orders with the company, or the first and last name, of their billing address.',
    },
  ],
  ['BT-46', 'Buyer identifier', ({ document }) => document.userPId],
  ['BT-47', 'Buyer legal registration identifier', ({ buyer }) => toRegistrationNumber(buyer)],
  [
    'BT-47-1',
    'Scheme of BT-47',
    ({ buyer }) => (buyer.registrationNumber ? buyer.registrationScheme : undefined),
  ],
  [
    'BT-48',
    'Buyer VAT identifier',
    (context) =>
      isSubjectToVat(context)
        ? normalizeVatNumber(context.buyer.vat, context.buyer.countryCode)
        : '',
    {
      rule: ({ vatClasses }) =>
        vatClasses.some(({ category }) => category === 'K') ? 'BR-IC-02' : 'BR-AE-02',
      pointer: '/user/billingAddress/vat',
      remedy: 'send orders with the vat of their billing address, or with taxes.',
      when: ({ vatClasses, buyer }) =>
        vatClasses.some(
          ({ category }) => category === 'K' || (category === 'AE' && !toRegistrationNumber(buyer)),
        ),
    },
  ],
  [
    'BT-49',
    'Buyer electronic address',
    ({ buyer, document }) => toElectronicAddress(buyer, document.customerEmail),
    {
      rule: 'PEPPOL-EN16931-R010',
      pointer: '/user/billingAddress/electronicAddress',
      remedy: 'send orders with the electronicAddress of their billing address.',
      when: ({ format }) => format === 'ubl',
    },
  ],
  [
    'BT-49-1',
    'Scheme of BT-49',
    ({ buyer, document }) => toElectronicAddressScheme(buyer, document.customerEmail),
    {
      rule: 'BR-63',
      pointer: '/user/billingAddress/electronicAddressScheme',
      remedy: 'send orders with the electronicAddressScheme of their billing address.',
      when: ({ buyer, document }) => toElectronicAddress(buyer, document.customerEmail) !== '',
    },
  ],
  ['BT-50', 'Buyer address line 1', ({ buyer }) => toStreetLine(buyer)],
  ['BT-51', 'Buyer address line 2', ({ buyer }) => buyer.addressAdditionalInformation],
  ['BT-52', 'Buyer city', ({ buyer }) => buyer.city],
  ['BT-53', 'Buyer post code', ({ buyer }) => buyer.postalCode],
  ['BT-54', 'Buyer country subdivision', ({ buyer }) => buyer.state],
  [
    'BT-55',
    'Buyer country code',
    ({ buyer }) => buyer.countryCode,
    {
      rule: 'BR-11',
      pointer: '/user/billingAddress/countryCode',
      remedy: 'send orders with the countryCode of their billing address.',
    },
  ],
  [
    'BT-56',
    'Buyer contact point',
    ({ buyer }) => (buyer.company ? toPersonName(buyer) : undefined),
  ],
  ['BT-57', 'Buyer contact telephone number', ({ buyer }) => buyer.phone || buyer.mobile],
  ['BT-58', 'Buyer contact email address', ({ document }) => document.customerEmail],
];
