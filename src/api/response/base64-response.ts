import type { ResponseFile, ResponseSpec, ByteSource, StreamedBody } from './response-spec';
import { idOnlyPlan } from '../../core/load-plan';

/** Number of bytes that Base64 encodes as four characters. */
const GROUP_BYTES = 3;

/**
 * The response `{<name>: "<Base64>"}` for a file that is too large for memory: it is encoded while it is read.
 * @param description description of the text in the OpenAPI document
 */
export function base64Response(name: string, description: string): ResponseSpec<ResponseFile> {
  const head = `{${JSON.stringify(name)}:"`;
  const tail = '"}';
  return {
    schema: () => ({
      type: 'object',
      additionalProperties: false,
      required: [name],
      properties: { [name]: { type: 'string', description, examples: ['aGVsbG8='] } },
    }),
    serialize: () => {
      throw new Error('The response is streamed');
    },
    toStreamedBody: (bytes) => createBase64Body(head, bytes, tail),
    file: { offersOctetStream: true, toFile: (file) => file },
    getLoadPlan: () => idOnlyPlan,
    hasBodyETag: false,
  };
}

/**
 * Like `base64Response`, for a file that also supports ranges.
 * @param mediaType most frequent media type of such files
 */
export function fileContentResponse(
  name: string,
  description: string,
  mediaType: string,
): ResponseSpec<ResponseFile> {
  const answer = base64Response(name, description);
  return {
    ...answer,
    file: { mediaType, offersOctetStream: true, supportsRanges: true, toFile: (file) => file },
  };
}

/** A body with bytes as Base64 between two texts. */
export function createBase64Body(
  head: string,
  { size, content }: ByteSource,
  tail: string,
): StreamedBody {
  return {
    length: Buffer.byteLength(head + tail) + 4 * Math.ceil(size / GROUP_BYTES),
    content,
    transform: (bytes) => encodeBase64(bytes, head, tail),
  };
}

async function* encodeBase64(
  content: AsyncIterable<Buffer>,
  head: string,
  tail: string,
): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  yield head;
  for await (const chunk of content) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const encodableBytes = bytes.length - (bytes.length % GROUP_BYTES);
    yield bytes.toString('base64', 0, encodableBytes);
    rest = bytes.subarray(encodableBytes);
  }
  yield rest.toString('base64') + tail;
}
