/** The boundary of every form that the specs send. */
export const BOUNDARY = '----form-of-the-specs';

/** For requests with such a form. */
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** One part of a form, byte for byte. */
export interface Part {
  /** Its headers, a line each. */
  readonly head: readonly string[];
  readonly body: Buffer | string;
}

/** A field of text. */
export function field(name: string, text: Buffer | string): Part {
  return { head: [`Content-Disposition: form-data; name="${name}"`], body: text };
}

/** A file, its name put in as it is. */
export function file(fileName: string, body: Buffer | string = 'text', name = 'file'): Part {
  return {
    head: [
      `Content-Disposition: form-data; name="${name}"; filename="${fileName}"`,
      'Content-Type: application/octet-stream',
    ],
    body,
  };
}

/** A file with its name in the form of RFC 5987, as `filename*`. */
export function encodedFile(parameter: string, body: Buffer | string = 'text'): Part {
  return { head: [`Content-Disposition: form-data; name="file"; ${parameter}`], body };
}

/** The bytes before a part's content. */
export function headOf({ head }: Part): Buffer {
  return Buffer.from(`--${BOUNDARY}\r\n${head.join('\r\n')}\r\n\r\n`);
}

/** The bytes after the last part. */
export const CLOSING = `--${BOUNDARY}--\r\n`;

/** The body of a form. */
export function form(...parts: readonly Part[]): Buffer {
  const bytes = parts.flatMap((part) => [
    headOf(part),
    Buffer.from(part.body),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...bytes, Buffer.from(CLOSING)]);
}
