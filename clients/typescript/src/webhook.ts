import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum difference between the clocks of the service and this machine, in seconds. */
const TOLERANCE = 300;

/** The headers of a request, as Node.js provides them or as `Headers`. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Whether a webhook comes from the service and was sent just now (Standard Webhooks).
 * @param secret as returned when the webhook was created, or as in WEBHOOK_SECRETS
 * @param body the received text, before any parsing
 * @param now milliseconds since 1970
 */
export function isGenuineWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string,
  now = Date.now(),
): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) return false;
  if (!(Math.abs(now / 1000 - Number(timestamp)) < TOLERANCE)) return false;
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;
  const expected = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return signatures.split(' ').some((signature) => {
    const received = Buffer.from(signature);
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : undefined;
}
