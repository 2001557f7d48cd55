import { isWithinCommunity, type TaxedEDocumentContext } from './taxed-e-document-context';
import type { TermMapping } from './term-mapping';

/** BG-13 and BG-15: the delivery address. */
export const deliveryTerms: readonly TermMapping<TaxedEDocumentContext>[] = [
  ['BT-70', 'Deliver to party name', ({ place }) => place?.name],
  ['BT-75', 'Deliver to address line 1', ({ place }) => place?.street],
  ['BT-76', 'Deliver to address line 2', ({ place }) => place?.addition],
  ['BT-77', 'Deliver to city', ({ place }) => place?.city],
  ['BT-78', 'Deliver to post code', ({ place }) => place?.postalCode],
  ['BT-79', 'Deliver to country subdivision', ({ place }) => place?.state],
  [
    'BT-80',
    'Deliver to country code',
    (facts) =>
      facts.place?.countryCode ?? (isWithinCommunity(facts) ? facts.buyer.countryCode : undefined),
    {
      rule: 'BR-57',
      pointer: '/user/shippingAddress/countryCode',
      remedy: 'send orders with the countryCode of their shipping address.',
      when: ({ place }) => place !== undefined,
    },
  ],
];
