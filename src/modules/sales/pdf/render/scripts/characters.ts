/** Thai and Lao AM: they decompose while they are shaped, which Unicode's own decompositions don't say. */
const shapedParts: readonly number[] = [0xe32, 0xeb2];
const SPACE = 0x20;
const DOTTED_CIRCLE = 0x25cc;
/** Most scripts begin at a multiple of so many code points. */
const BLOCK = 128;

const marks = new Map<number, readonly number[]>();

/** The code points of texts, each once. */
export function codePointsIn(texts: Iterable<string>): Set<number> {
  const found = new Set<number>();
  for (const text of texts) {
    for (const character of text) found.add(character.codePointAt(0) as number);
  }
  return found;
}

/**
 * What a font needs to have for text to be shaped: its characters, the parts that they fall into, and the marks
 * of their scripts.
 */
export function shapingSetOf(codePoints: ReadonlySet<number>): Set<number> {
  const wanted = new Set([SPACE, DOTTED_CIRCLE, ...shapedParts, ...codePoints]);
  for (const codePoint of codePoints) {
    for (const part of codePointsIn([String.fromCodePoint(codePoint).normalize('NFD')])) {
      wanted.add(part);
    }
    for (const mark of marksBeside(codePoint)) wanted.add(mark);
  }
  return wanted;
}

function marksBeside(codePoint: number): readonly number[] {
  const block = Math.floor(codePoint / BLOCK);
  const known = marks.get(block);
  if (known) return known;
  const all = Array.from({ length: BLOCK }, (_, at) => block * BLOCK + at);
  const found = all.filter((one) => /\p{M}/u.test(String.fromCodePoint(one)));
  marks.set(block, found);
  return found;
}
