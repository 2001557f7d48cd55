import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type ContentCoding = 'br' | 'gzip' | 'identity';

/** Returns the bytes of a response body in a content coding; each is created once. */
export type EncodedBody = Readonly<Record<ContentCoding, () => Promise<Buffer>>>;

/** Almost as small as the best quality, in a tenth of the time. */
const BROTLI_QUALITY = 9;

/**
 * A body that is compressed off the event loop at the first request for it.
 * @param create creates the body; called again after a failure
 */
export function encodeLazily(create: () => Promise<Buffer> | Buffer | string): EncodedBody {
  const identity = memoizeAsync(async () => Buffer.from(await create()));
  return {
    identity,
    br: memoizeAsync(async () => compress(await identity(), 'br')),
    gzip: memoizeAsync(async () => compress(await identity(), 'gzip')),
  };
}

export function compress(bytes: Buffer, coding: 'br' | 'gzip'): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(bytes);
  return promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  });
}

export function memoizeAsync<T>(create: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= create().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
