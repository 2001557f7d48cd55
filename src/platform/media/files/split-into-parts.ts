/** A part of some content. */
export interface ContentPart {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** Cuts content, however it comes, into parts of one size and a last one that may be shorter; at least one. */
export async function* splitIntoParts(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<ContentPart> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length;) {
      // Only now that more has come it is known that a full part was not the last.
      if (length === size) {
        yield { bytes: Buffer.concat(pieces), isLast: false };
        pieces = [];
        length = 0;
      }
      const piece = chunk.subarray(at, at + size - length);
      pieces.push(piece);
      length += piece.length;
      at += piece.length;
    }
  }
  yield { bytes: Buffer.concat(pieces), isLast: true };
}
