/** Characters that are given out at once. */
const PART_CHARACTERS = 64 * 1024;

/** Members of a list that are written at once; a longer one is written in parts. */
const PART_MEMBERS = 100;

/** A list that is written in parts. */
export function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > PART_MEMBERS;
}

/** The JSON of a long list in parts, between which others may have their turn. */
export function* listParts(list: readonly unknown[]): Generator<string> {
  for (let at = 0; at < list.length; at += PART_MEMBERS) {
    const members = JSON.stringify(list.slice(at, at + PART_MEMBERS)).slice(1, -1);
    yield `${at === 0 ? '[' : ','}${members}`;
  }
  yield ']';
}

/** The same text in parts that are worth sending. */
export async function* gathered(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const part of parts) {
    text += part;
    if (text.length < PART_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}
