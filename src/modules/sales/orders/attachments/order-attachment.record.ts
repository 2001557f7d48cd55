import { type Answer, base64Between, type IncomingBytes, literal } from '../../../../api';

/** A file that is attached to an order. */
export interface OrderAttachment extends IncomingBytes {
  readonly name: string;
  readonly mediaType: string;
}

const text = { type: 'string' } as const;

const keys = literal<OrderAttachment>({
  DATA: { ...text, description: 'Data URI: `data:<MIMETYPE>;base64,<content>`' },
  MIMETYPE: text,
  NAME: text,
});

/** The file as a data URI; it is encoded while it is read. */
export const orderAttachment: Answer<OrderAttachment> = {
  schema: (nested) => keys.schema(nested),
  plan: () => keys.plan(),
  write: () => {
    throw new Error('The answer is streamed');
  },
  stream: ({ name, mediaType, ...bytes }) => {
    const head = `{"DATA":"data:${mediaType};base64,`;
    const tail = `","MIMETYPE":${JSON.stringify(mediaType)},"NAME":${JSON.stringify(name)}}`;
    return base64Between(head, bytes, tail);
  },
  tagged: false,
};
