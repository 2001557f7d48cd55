/** Media types of the files of documents. */
export const mediaTypes = { pdf: 'application/pdf', xml: 'application/xml' } as const;

/** A document as a file. */
export interface DocumentFile {
  readonly bytes: Buffer;
  /** Suggested file name. */
  readonly name: string;
  readonly mediaType: (typeof mediaTypes)[keyof typeof mediaTypes];
}

/** Characters that some operating system doesn't allow in file names. */
const FORBIDDEN_NAME_CHARACTERS = /[\p{Cc}"*/:<>?\\|]+/gu;

/** Creates a file with a safe name. @param document kind and number of the document */
export function toDocumentFile(
  document: { readonly kind: string; readonly number: string },
  bytes: Buffer,
  type: keyof typeof mediaTypes,
): DocumentFile {
  return {
    bytes,
    name: `${document.kind}-${document.number.replace(FORBIDDEN_NAME_CHARACTERS, '-')}.${type}`,
    mediaType: mediaTypes[type],
  };
}
