import type { Request } from 'express';
import { InvalidRequest } from '../../core/errors';
import type { Operation } from '../operation/operation';

/** The header, in lower case, with a client's name for a request that it may repeat. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Whether the operation does its work only once for all requests with the same key. */
export function acceptsIdempotencyKey({ method, idempotencyMode }: Operation): boolean {
  return method === 'post' && idempotencyMode !== 'ignored';
}

/**
 * Whether the request carries a key.
 * @throws InvalidRequest if the key is malformed
 */
export function hasIdempotencyKey({ headers }: Request): boolean {
  const key = headers[IDEMPOTENCY_KEY_HEADER];
  if (key === undefined) return false;
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return true;
  const detail = 'An Idempotency-Key has 1 to 255 printable ASCII characters.';
  throw new InvalidRequest([
    { pointer: `header/${IDEMPOTENCY_KEY_HEADER}`, code: 'idempotency.malformed', detail },
  ]);
}
