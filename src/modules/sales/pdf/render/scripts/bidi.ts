import bidiFactory, { type Bidi } from 'bidi-js';

export type Direction = 'ltr' | 'rtl';

/** Marks of direction (left to right, right to left, Arabic): they order what stands beside them. */
export const directionMarks = /[\u200e\u200f\u061c]/g;

/** By the type of a character. */
const strong: ReadonlyMap<string, Direction> = new Map([
  ['L', 'ltr'],
  ['R', 'rtl'],
  ['AL', 'rtl'],
]);

let bidi: Bidi | undefined;

/** The direction of the first letter that has one. @param otherwise that of text without such a letter */
export function directionOf(text: string, otherwise: Direction): Direction {
  bidi ??= bidiFactory();
  for (const character of text) {
    const direction = strong.get(bidi.getBidiCharTypeName(character));
    if (direction) return direction;
  }
  return otherwise;
}

/** The level of each UTF-16 unit of a line; odd ones run from right to left. */
export function levelsOf(line: string, direction: Direction): Uint8Array {
  bidi ??= bidiFactory();
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  // Unicode Bidirectional Algorithm, L1: space at the end stands where the line ends.
  for (let at = line.length - 1; at >= 0 && /\s/.test(line.charAt(at)); at -= 1) {
    levels[at] = direction === 'rtl' ? 1 : 0;
  }
  return levels;
}

/** Brings runs of a line into the order in which they stand from left to right (L2 of the algorithm). */
export function inVisualOrder<R extends { readonly level: number }>(runs: readonly R[]): R[] {
  const ordered = [...runs];
  const highest = ordered.reduce((most, { level }) => Math.max(most, level), 0);
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while (end < ordered.length && (ordered[end] as R).level >= level) end += 1;
      if (end - start > 1)
        ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return ordered;
}
