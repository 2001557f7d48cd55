/** Characters that are given out at once. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Members of a list that are written at once; a longer one is written in parts. */
const CHUNK_MEMBERS = 100;

/** A list that is written in parts. */
export function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > CHUNK_MEMBERS;
}

/** The JSON of a long list in parts, between which others may have their turn. */
export function* listChunks(list: readonly unknown[]): Generator<string> {
  for (let at = 0; at < list.length; at += CHUNK_MEMBERS) {
    const members = JSON.stringify(list.slice(at, at + CHUNK_MEMBERS)).slice(1, -1);
    yield `${at === 0 ? '[' : ','}${members}`;
  }
  yield ']';
}

/** The same text in parts that are worth sending. */
export async function* mergeChunks(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const part of parts) {
    text += part;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}
