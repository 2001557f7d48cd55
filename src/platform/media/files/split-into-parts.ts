/** A part of some content. */
export interface ContentPart {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** Splits content into parts of one size and a last part that may be shorter. There is at least one part. */
export async function* splitIntoParts(
  content: AsyncIterable<Uint8Array>,
  partSize: number,
): AsyncGenerator<ContentPart> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    for (let offset = 0; offset < chunk.length;) {
      // A full part is known not to be the last one only when more bytes arrive.
      if (length === partSize) {
        yield { bytes: Buffer.concat(chunks), isLast: false };
        chunks = [];
        length = 0;
      }
      const piece = chunk.subarray(offset, offset + partSize - length);
      chunks.push(piece);
      length += piece.length;
      offset += piece.length;
    }
  }
  yield { bytes: Buffer.concat(chunks), isLast: true };
}
