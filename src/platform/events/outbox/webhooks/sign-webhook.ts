import { createHmac } from 'node:crypto';

/** Prefix of secrets of the Standard Webhooks specification; the key follows in Base64. */
const KEY_PREFIX = 'whsec_';

/**
 * Returns the signature of a webhook (Standard Webhooks, version 1): `v1,` and the HMAC-SHA256 of id, timestamp and
 * body in Base64. The key of a secret `whsec_...` is its decoded Base64; of any other secret, its text.
 * @param timestamp seconds since 1970
 */
export function signWebhook(secret: string, id: string, timestamp: number, body: string): string {
  const key = secret.startsWith(KEY_PREFIX)
    ? Buffer.from(secret.slice(KEY_PREFIX.length), 'base64')
    : secret;
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
  return `v1,${hmac.digest('base64')}`;
}
