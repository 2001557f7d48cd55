import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Answer, literal } from '../../../api';
import type { DocumentPdf } from './document-pdfs.service';

const keys = literal<{ content: string }>({
  content: { type: 'string', description: 'The PDF in Base64' },
});

/** A PDF in Base64, or as itself. */
export const documentPdf: Answer<DocumentPdf> = {
  schema: (nested) => keys.schema(nested),
  plan: () => keys.plan(),
  write: ({ bytes }) => ({ content: bytes.toString('base64') }),
  file: {
    mediaType: 'application/pdf',
    anyBytes: false,
    of: ({ bytes, name }) => ({
      name,
      mediaType: 'application/pdf',
      tag: hash('sha1', bytes, 'base64url'),
      size: bytes.length,
      content: Readable.from([bytes], { objectMode: false }),
    }),
  },
  tagged: false,
};
