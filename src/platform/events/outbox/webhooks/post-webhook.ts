import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { AddressNotPublic, isPublicAddress, lookupPublic } from './public-addresses';

/** The most bytes of an answer that are read, and discarded; then the connection is closed. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface PostLimits {
  /** Milliseconds from the look-up of the name to the end of the answer. */
  readonly deadlineMs: number;
  /** Whether the address may be private, or this machine's own. */
  readonly allowsPrivate: boolean;
}

/**
 * Posts a text over a connection of its own. Redirects are not followed.
 * @returns the status of the answer, as soon as its end, 64 KiB of it or the deadline have come
 * @throws AddressNotPublic, or Node.js's error of the connection, when there is no answer
 */
export function postWebhook(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  { deadlineMs, allowsPrivate }: PostLimits,
): Promise<number> {
  // A name is judged by what it resolves to; an address, which is never looked up, here.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) {
    return Promise.reject(new AddressNotPublic(host));
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      signal: AbortSignal.timeout(deadlineMs),
      ...(allowsPrivate ? {} : { lookup: lookupPublic }),
    });
    let status: number | undefined;
    // An answer that ends early has already told its status.
    request.on('error', (error) => {
      if (status === undefined) reject(error);
      else resolve(status);
    });
    request.on('response', (response) => {
      const said = (status = response.statusCode ?? 0);
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_RESPONSE_BYTES) response.destroy();
      });
      response.on('error', () => undefined);
      response.on('close', () => {
        resolve(said);
      });
    });
    request.end(body);
  });
}
