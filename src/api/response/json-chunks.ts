/** Minimum number of characters of a chunk. */
const MIN_CHUNK_CHARACTERS = 64 * 1024;

/** Maximum number of list members that are written at once; a longer list is written in chunks. */
const MAX_CHUNK_ELEMENTS = 100;

/** Whether a value is a list that is written in chunks. */
export function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > MAX_CHUNK_ELEMENTS;
}

/** The JSON of a long list in chunks; other work can run between them. */
export function* stringifyListInChunks(list: readonly unknown[]): Generator<string> {
  for (let index = 0; index < list.length; index += MAX_CHUNK_ELEMENTS) {
    const members = JSON.stringify(list.slice(index, index + MAX_CHUNK_ELEMENTS)).slice(1, -1);
    yield `${index === 0 ? '[' : ','}${members}`;
  }
  yield ']';
}

/** Merges chunks of text into chunks that are large enough to send. */
export async function* mergeChunks(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length < MIN_CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}
