import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { AddressNotPublic, isPublicAddress, lookupPublicAddress } from './public-addresses';

/** Maximum number of bytes of a response that are read and discarded before the connection is closed. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface PostWebhookOptions {
  /** Time limit from the DNS look-up to the end of the response, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether the address may be private, or that of this machine. */
  readonly allowsPrivateAddresses: boolean;
}

/**
 * Posts a text on a new connection. Redirects aren't followed.
 * @returns the status of the response, once it has ended, 64 KiB of it have been read, or the deadline is reached
 * @throws AddressNotPublic, or Node.js's connection error without a response
 */
export function postWebhook(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  { timeoutMs, allowsPrivateAddresses }: PostWebhookOptions,
): Promise<number> {
  // A name is checked after its DNS look-up. An IP address is never looked up, so it is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowsPrivateAddresses && isIP(host) !== 0 && !isPublicAddress(host)) {
    return Promise.reject(new AddressNotPublic(host));
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      signal: AbortSignal.timeout(timeoutMs),
      ...(allowsPrivateAddresses ? {} : { lookup: lookupPublicAddress }),
    });
    let status: number | undefined;
    // If a response ends early, its status is already known.
    request.on('error', (error) => {
      if (status === undefined) reject(error);
      else resolve(status);
    });
    request.on('response', (response) => {
      const receivedStatus = (status = response.statusCode ?? 0);
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_RESPONSE_BYTES) response.destroy();
      });
      response.on('error', () => undefined);
      response.on('close', () => {
        resolve(receivedStatus);
      });
    });
    request.end(body);
  });
}
