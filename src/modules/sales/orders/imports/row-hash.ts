import { hash } from 'node:crypto';

/**
 * What identifies a line within its order (specification, HASH): made of nothing but the order's pId and
 * the line's place in it, so it is unique, never changes, and is the same in every store.
 * @param path "0" for the first line, "2.1" for the second one of the bundle in the third
 */
export function toRowHash(orderPId: string, path: string): string {
  return hash('sha256', `${orderPId}\n${path}`, 'hex').slice(0, 32);
}
