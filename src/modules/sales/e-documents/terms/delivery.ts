import { isWithinCommunity, type TaxedEDocumentContext } from './taxed-e-document-context';
import type { TermMapping } from './term-mapping';

/** BG-13 and BG-15: the delivery address. */
export const deliveryTerms: readonly TermMapping<TaxedEDocumentContext>[] = [
  {
    term: 'BT-70',
    name: 'Deliver to party name',
    source: "shipping address's company, else first and last name; the pick-up location",
    from: ({ place }) => place?.name,
  },
  {
    term: 'BT-75',
    name: 'Deliver to address line 1',
    source: "shipping address's address and number",
    from: ({ place }) => place?.street,
  },
  {
    term: 'BT-76',
    name: 'Deliver to address line 2',
    source: "shipping address's addressAdditionalInformation",
    from: ({ place }) => place?.addition,
  },
  {
    term: 'BT-77',
    name: 'Deliver to city',
    source: "shipping address's city",
    from: ({ place }) => place?.city,
  },
  {
    term: 'BT-78',
    name: 'Deliver to post code',
    source: "shipping address's postalCode",
    from: ({ place }) => place?.postalCode,
  },
  {
    term: 'BT-79',
    name: 'Deliver to country subdivision',
    source: "shipping address's state",
    from: ({ place }) => place?.state,
  },
  {
    term: 'BT-80',
    name: 'Deliver to country code',
    source: "shipping address's countryCode; for category K else the billing address's",
    from: (facts) =>
      facts.place?.countryCode ?? (isWithinCommunity(facts) ? facts.buyer.countryCode : undefined),
    need: {
      rule: 'BR-57',
      pointer: '/user/shippingAddress/countryCode',
      remedy: 'send orders with the countryCode of their shipping address.',
      when: ({ place }) => place !== undefined,
    },
  },
];
