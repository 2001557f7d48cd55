import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Coding = 'br' | 'gzip' | 'identity';

/** The bytes of an answer in each coding; each is made once. */
export type CodedBody = Readonly<Record<Coding, () => Promise<Buffer>>>;

/** Nearly as small as the best there is, for a tenth of the time. */
const BROTLI_QUALITY = 9;

/** A body that is compressed when somebody first asks for it, off the event loop. @param make called again after it has failed */
export function codedBody(make: () => Promise<Buffer> | Buffer | string): CodedBody {
  const identity = once(async () => Buffer.from(await make()));
  return {
    identity,
    br: once(async () => compressed(await identity(), 'br')),
    gzip: once(async () => compressed(await identity(), 'gzip')),
  };
}

export function compressed(bytes: Buffer, coding: 'br' | 'gzip'): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(bytes);
  return promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  });
}

export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
