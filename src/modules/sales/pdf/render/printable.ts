import { graphemesOf } from './graphemes';

const plain = /^[\x20-\x7e]*$/;
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Controls, also of direction, joiners, variation selectors: they act on their neighbours and have no shape. */
export const shapeless = /[\p{Cf}\u034f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** The same but for joiners and marks of direction, which only shaped text has a use for. */
const useless = /(?![\u200c-\u200f\u061c])[\p{Cf}\u034f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const loneSurrogates = /\p{Cs}/gu;
const controls = /\p{Cc}/gu;

/** What fonts make of a text's characters. */
export interface Shapes {
  /** Whether there are letters for characters, as a reader counts them: one or more at once. */
  readonly covers: (characters: string) => boolean;
  /** What is written in place of a character without a letter. */
  readonly readable: (character: string) => string;
  /** Whether joiners and marks of direction stay. */
  readonly isShaped: boolean;
}

/**
 * Text that fonts can show: composed, without controls (line breaks stay, as `\n`), and with something readable
 * for each character that they don't have.
 */
export function printable(text: string, { covers, readable, isShaped }: Shapes): string {
  if (plain.test(text)) return text;
  const clean = text
    .replace(loneSurrogates, '\ufffd')
    .normalize('NFC')
    .replace(lineBreaks, '\n')
    .replace(controls, (control) => (control === '\n' ? control : ' '));
  const leftOut = isShaped ? useless : shapeless;
  const isShown = (shape: string): boolean => covers(shape.replaceAll('\n', ''));
  const shapes = clean.replace(leftOut, '');
  if (isShown(shapes)) return shapes;
  let shown = '';
  for (const segment of graphemesOf(clean)) {
    const shape = segment.replace(leftOut, '');
    if (isShown(shape)) shown += shape;
    else shown += /^\p{Zs}$/u.test(shape) ? ' ' : readable(shape);
  }
  return shown;
}

/** The same on one line, whatever the font: for what the file says of itself, not on a page. */
export function onOneLine(text: string): string {
  return printable(text, { covers: () => true, readable: String, isShaped: false })
    .replaceAll('\n', ' ')
    .trim();
}
