/** What the files of documents are. */
export const mediaTypes = { pdf: 'application/pdf', xml: 'application/xml' } as const;

/** A document as a file. */
export interface DocumentFile {
  readonly bytes: Buffer;
  /** What it is saved as. */
  readonly name: string;
  readonly mediaType: (typeof mediaTypes)[keyof typeof mediaTypes];
}

/** Characters that some system does not allow in the name of a file. */
const NOT_IN_NAMES = /[\p{Cc}"*/:<>?\\|]+/gu;

/** @param number of the document @param made as a thread has made it */
export function fileOf(
  name: { readonly kind: string; readonly number: string },
  made: Uint8Array,
  type: keyof typeof mediaTypes,
): DocumentFile {
  const { buffer, byteOffset, byteLength } = made;
  return {
    bytes: Buffer.from(buffer, byteOffset, byteLength),
    name: `${name.kind}-${name.number.replace(NOT_IN_NAMES, '-')}.${type}`,
    mediaType: mediaTypes[type],
  };
}
