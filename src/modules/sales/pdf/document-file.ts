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
const FORBIDDEN_NAME_CHARACTERS = /[\p{Cc}"*/:<>?\\|]+/gu;

/** @param name kind and number of the document @param bytes of the file */
export function toDocumentFile(
  name: { readonly kind: string; readonly number: string },
  bytes: Buffer,
  type: keyof typeof mediaTypes,
): DocumentFile {
  return {
    bytes,
    name: `${name.kind}-${name.number.replace(FORBIDDEN_NAME_CHARACTERS, '-')}.${type}`,
    mediaType: mediaTypes[type],
  };
}
