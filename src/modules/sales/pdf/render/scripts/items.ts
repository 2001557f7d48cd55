import type { FontName } from '../fonts';
import { graphemesOf } from '../graphemes';
import { shapeless } from '../printable';
import type { Face } from './face';
import type { FontChain } from './font-chain';

/** A part of a line in one font, script and direction. */
export interface Item {
  readonly face: Face;
  readonly start: number;
  readonly end: number;
  readonly level: number;
}

interface ScriptItem extends Item {
  readonly script: string;
}

const space = /^\s+$/;
const common = /^[\p{sc=Zyyy}\p{sc=Zinh}]+$/u;
const complex = scripts(
  'Arab Hebr Thai Deva Beng Guru Gujr Taml Telu Knda Mlym Sinh Khmr Laoo Mymr Ethi',
);

/**
 * Divides a line into what is shaped at once.
 * @param levels of its UTF-16 units; without them all have the same one
 * @returns undefined where no font has one of its characters
 */
export function itemsOf(
  line: string,
  name: FontName,
  chain: FontChain,
  levels?: Uint8Array,
): Item[] | undefined {
  const items: ScriptItem[] = [];
  let at = 0;
  for (const grapheme of graphemesOf(line)) {
    for (const part of partsOf(grapheme, name, chain)) {
      const start = at;
      at += part.length;
      const codePoints = shapeOf(part);
      if (codePoints.length === 0) continue;
      const before = items.at(-1);
      const last = before?.end === start ? before : undefined;
      const face = spaceFace(part, codePoints, last) ?? chain.faceFor(codePoints, name);
      if (!face) return undefined;
      const script = common.test(part) ? (before?.script ?? '') : scriptOf(part);
      const item = { face, start, end: at, level: levels?.[start] ?? 0, script };
      if (last && continues(last, item, line)) items[items.length - 1] = { ...last, end: at };
      else items.push(item);
    }
  }
  return items;
}

/** Whether what follows an item at once is a part of it. */
function continues(last: ScriptItem, { face, level, script }: ScriptItem, line: string): boolean {
  // From right to left each word stands for itself: words are written, and copied, as they are read.
  if (level % 2 === 1 && space.test(line.charAt(last.end - 1))) return false;
  return last.face === face && last.level === level && last.script === script;
}

/** The font of the letters before a space, where their script is one of its own and the font has a space. */
function spaceFace(
  part: string,
  codePoints: readonly number[],
  last: ScriptItem | undefined,
): Face | undefined {
  if (!last || last.script === '' || !space.test(part)) return undefined;
  return codePoints.every((one) => last.face.shaper.has(one)) ? last.face : undefined;
}

/** A character as a reader counts it, or its code points where no font has all of them. */
function partsOf(grapheme: string, name: FontName, chain: FontChain): readonly string[] {
  const codePoints = shapeOf(grapheme);
  if (codePoints.length < 2 || chain.faceFor(codePoints, name)) return [grapheme];
  return Array.from(grapheme);
}

/** "" for all that are shaped letter by letter. */
function scriptOf(part: string): string {
  return complex.find(({ pattern }) => pattern.test(part))?.name ?? '';
}

function shapeOf(text: string): number[] {
  return Array.from(text.replace(shapeless, ''), (one) => one.codePointAt(0) as number);
}

function scripts(list: string): { name: string; pattern: RegExp }[] {
  return list.split(' ').map((name) => ({ name, pattern: new RegExp(`\\p{sc=${name}}`, 'u') }));
}
