import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ResponseSpec, literalResponse } from '../../../api';
import { type DocumentFile, mediaTypes } from './document-file';

/** Response with a document's file, in Base64 or as the file itself. */
function createFileResponse(
  description: string,
  otherMediaTypes: readonly string[],
): ResponseSpec<DocumentFile> {
  const jsonResponse = literalResponse<{ content: string }>({
    content: { type: 'string', description },
  });
  return {
    schema: (nested) => jsonResponse.schema(nested),
    getLoadPlan: () => jsonResponse.getLoadPlan(),
    serialize: ({ bytes }) => ({ content: bytes.toString('base64') }),
    file: {
      mediaType: mediaTypes.pdf,
      otherMediaTypes,
      offersOctetStream: false,
      toFile: ({ bytes, name, mediaType }) => ({
        name,
        mediaType,
        entityTag: hash('sha1', bytes, 'base64url'),
        size: bytes.length,
        content: Readable.from([bytes], { objectMode: false }),
      }),
    },
    hasBodyETag: false,
  };
}

/** Response with a PDF, in Base64 or as the file itself. */
export const documentPdfResponse = createFileResponse('The PDF in Base64', []);

/** Response with a PDF or structured invoice, in Base64 or as the file itself. */
export const invoiceFileResponse = createFileResponse('The PDF or XML in Base64', [mediaTypes.xml]);
