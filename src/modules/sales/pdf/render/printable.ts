import { graphemesOf } from './graphemes';

/** Stands for what the font does not have. */
export const REPLACEMENT = '\ufffd';

const plain = /^[\x20-\x7e]*$/;
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Controls, also of direction, joiners, variation selectors: they have no shape of their own. */
const shapeless = /[\p{Cf}\u034f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const controls = /\p{Cc}/gu;

/**
 * Text that a font can show: composed, without controls (line breaks stay, as `\n`), and with one replacement
 * character for each character, as a reader counts them, that the font does not have.
 * @param covers whether the font has a code point
 */
export function printable(text: string, covers: (codePoint: number) => boolean): string {
  if (plain.test(text)) return text;
  const clean = text
    .normalize('NFC')
    .replace(lineBreaks, '\n')
    .replace(controls, (control) => (control === '\n' ? control : ' '));
  const isShown = (shape: string): boolean =>
    Array.from(shape).every((character) => isCovered(character, covers));
  const shapes = clean.replace(shapeless, '');
  if (isShown(shapes)) return shapes;
  let shown = '';
  for (const segment of graphemesOf(clean)) {
    const shape = segment.replace(shapeless, '');
    if (isShown(shape)) shown += shape;
    else shown += /^\p{Zs}$/u.test(shape) ? ' ' : REPLACEMENT;
  }
  return shown;
}

function isCovered(character: string, covers: (codePoint: number) => boolean): boolean {
  return character === '\n' || covers(character.codePointAt(0) as number);
}

/** The same on one line, whatever the font: for what stands in the file but not on a page. */
export function onOneLine(text: string): string {
  return printable(text, (codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
    .replaceAll('\n', ' ')
    .trim();
}
