/** `DOCUMENTTYPE` of the specification's sales documents. */
export const documentTypes = {
  order: 1,
  invoice: 2,
  creditNote: 3,
  return: 4,
  rma: 5,
  deliveryNote: 6,
} as const;

export type DocumentKind = keyof typeof documentTypes;

/** `ROWS[].TYPE`. */
export const rowTypes = { product: 1, gift: 2, bundle: 3 } as const;

/** `USER.ADDRESSES[].TYPE`. */
export const addressTypes = { billing: 1, shipping: 2 } as const;
