/** Address types: billing, shipping (specification, User record). */
export const addressTypes = [1, 2] as const;
export type AddressType = (typeof addressTypes)[number];
