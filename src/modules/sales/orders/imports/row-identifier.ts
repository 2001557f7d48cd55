import { hash } from 'node:crypto';

/**
 * Returns the hash that identifies a row of an order (specification, HASH). It only depends on the order's pId and
 * the row's position, so it is unique, constant and equal in every store.
 * @param path "0" for the first row, "2.1" for the second item of the bundle in the third row
 */
export function toRowIdentifier(orderPId: string, path: string): string {
  return hash('sha256', `${orderPId}\n${path}`, 'hex').slice(0, 32);
}
