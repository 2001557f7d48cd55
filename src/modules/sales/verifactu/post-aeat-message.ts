import { request } from 'node:https';
import type { ClientCertificate } from './client-certificate-loader';

/** Longest response that is read; one about 1,000 records has about 1 MiB. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

export interface PostMessageOptions {
  readonly url: URL;
  readonly certificate: ClientCertificate;
  /** Time limit for connection and response. */
  readonly timeoutMs: number;
}

/** The response to a message. */
export interface AeatHttpResponse {
  readonly status: number;
  readonly body: string;
}

/**
 * Sends a message to AEAT over a connection of its own.
 * @throws Error without a complete response
 */
export function postMessage(xml: string, options: PostMessageOptions): Promise<AeatHttpResponse> {
  const { url, certificate, timeoutMs } = options;
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      url,
      {
        method: 'POST',
        agent: false,
        ...certificate.tls,
        minVersion: 'TLSv1.2',
        headers: {
          'Content-Type': 'text/xml; charset=utf-8',
          'Content-Length': String(Buffer.byteLength(xml)),
          SOAPAction: '""',
        },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          size += part.length;
          if (size > MAX_RESPONSE_BYTES) response.destroy(new Error('The response is too long'));
          else chunks.push(part);
        });
        response.on('error', reject);
        response.on('aborted', () => {
          reject(new Error('The connection was interrupted'));
        });
        response.on('end', () => {
          const body = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, body });
        });
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end(xml);
  });
}
