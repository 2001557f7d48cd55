import { type AnsweredFile, type Answer, base64Between, literal } from '../../../../api';

const text = { type: 'string' } as const;

const keys = literal<AnsweredFile>({
  DATA: { ...text, description: 'Data URI: `data:<MIMETYPE>;base64,<content>`' },
  MIMETYPE: text,
  NAME: text,
});

/** A file that is attached to an order, as a data URI; it is encoded while it is read. */
export const orderAttachment: Answer<AnsweredFile> = {
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
  file: { anyBytes: true, of: (file) => file },
  tagged: false,
};
