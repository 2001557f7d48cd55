import {
  type ResponseFile,
  type ResponseSpec,
  createBase64Body,
  literalResponse,
} from '../../../../api';

const TEXT_SCHEMA = { type: 'string' } as const;

const attachmentJsonResponse = literalResponse<ResponseFile>({
  DATA: { ...TEXT_SCHEMA, description: 'Data URI: `data:<MIMETYPE>;base64,<content>`' },
  MIMETYPE: TEXT_SCHEMA,
  NAME: TEXT_SCHEMA,
});

/** Response with a file of an order as a data URI, which is encoded while the file is read. */
export const orderAttachmentResponse: ResponseSpec<ResponseFile> = {
  schema: (nested) => attachmentJsonResponse.schema(nested),
  getLoadPlan: () => attachmentJsonResponse.getLoadPlan(),
  serialize: () => {
    throw new Error('The response is streamed');
  },
  toStreamedBody: ({ name, mediaType, ...bytes }) => {
    const head = `{"DATA":"data:${mediaType};base64,`;
    const tail = `","MIMETYPE":${JSON.stringify(mediaType)},"NAME":${JSON.stringify(name)}}`;
    return createBase64Body(head, bytes, tail);
  },
  file: { offersOctetStream: true, toFile: (file) => file },
  hasBodyETag: false,
};
