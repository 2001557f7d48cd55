import { isIntraCommunitySupply, type EDocumentTermInput } from './e-document-term-input';
import type { TermMapping } from './term-mapping';

/** BG-13 and BG-15: the delivery address. */
export const deliveryTerms: readonly TermMapping<EDocumentTermInput>[] = [
  ['BT-70', 'Deliver to party name', ({ deliveryAddress }) => deliveryAddress?.name],
  ['BT-75', 'Deliver to address line 1', ({ deliveryAddress }) => deliveryAddress?.street],
  ['BT-76', 'Deliver to address line 2', ({ deliveryAddress }) => deliveryAddress?.addressLine2],
  ['BT-77', 'Deliver to city', ({ deliveryAddress }) => deliveryAddress?.city],
  ['BT-78', 'Deliver to post code', ({ deliveryAddress }) => deliveryAddress?.postalCode],
  ['BT-79', 'Deliver to country subdivision', ({ deliveryAddress }) => deliveryAddress?.state],
  [
    'BT-80',
    'Deliver to country code',
    (context) =>
      context.deliveryAddress?.countryCode ??
      (isIntraCommunitySupply(context) ? context.buyer.countryCode : undefined),
    {
      rule: 'BR-57',
      pointer: '/user/shippingAddress/countryCode',
      remedy: 'send orders with the countryCode of their shipping address.',
      when: ({ deliveryAddress }) => deliveryAddress !== undefined,
    },
  ],
];
