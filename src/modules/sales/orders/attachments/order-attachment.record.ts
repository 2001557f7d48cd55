import { type ResponseFile, type ResponseSpec, wrapInBase64, literalResponse } from '../../../../api';

const text = { type: 'string' } as const;

const keys = literalResponse<ResponseFile>({
  DATA: { ...text, description: 'Data URI: `data:<MIMETYPE>;base64,<content>`' },
  MIMETYPE: text,
  NAME: text,
});

/** A file that is attached to an order, as a data URI; it is encoded while it is read. */
export const orderAttachment: ResponseSpec<ResponseFile> = {
  schema: (nested) => keys.schema(nested),
  plan: () => keys.plan(),
  write: () => {
    throw new Error('The answer is streamed');
  },
  stream: ({ name, mediaType, ...bytes }) => {
    const head = `{"DATA":"data:${mediaType};base64,`;
    const tail = `","MIMETYPE":${JSON.stringify(mediaType)},"NAME":${JSON.stringify(name)}}`;
    return wrapInBase64(head, bytes, tail);
  },
  file: { offersOctetStream: true, toFile: (file) => file },
  tagged: false,
};
