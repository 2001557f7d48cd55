import { splitGraphemes } from './graphemes';

const printableAscii = /^[\x20-\x7e]*$/;
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Controls, joiners, variation selectors: they act on their neighbours and have no shape of their own. */
const shapelessCharacters = /[\p{Cf}\u034f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** Without joiners and marks of direction, which shaping needs. */
const unusedFormatCharacters =
  /(?![\u200c-\u200f\u061c])[\p{Cf}\u034f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const loneSurrogates = /\p{Cs}/gu;
const controls = /\p{Cc}/gu;

/** What fonts make of a text's characters. */
interface GlyphSupport {
  /** Whether there are letters for some characters. */
  readonly covers: (characters: string) => boolean;
  /** What is written in place of a character without a letter. */
  readonly readable: (character: string) => string;
}

/**
 * Text that fonts can show: composed, without controls (line breaks stay, as `\n`), and with something readable
 * for each character that they don't have.
 */
export function toPrintable(text: string, { covers, readable }: GlyphSupport): string {
  if (printableAscii.test(text)) return text;
  const clean = text
    .replace(loneSurrogates, '\ufffd')
    .normalize('NFC')
    .replace(lineBreaks, '\n')
    .replace(controls, (control) => (control === '\n' ? control : ' '))
    .replace(unusedFormatCharacters, '');
  const isShown = (shape: string): boolean =>
    covers(shape.replace(shapelessCharacters, '').replace(/\n/g, ''));
  if (isShown(clean)) return clean;
  let shown = '';
  for (const shape of splitGraphemes(clean)) {
    if (isShown(shape)) shown += shape;
    else shown += /^\p{Zs}$/u.test(shape) ? ' ' : readable(shape.replace(shapelessCharacters, ''));
  }
  return shown;
}

/** The same on one line, whatever the font: for what the file says of itself, not on a page. */
export function toSingleLine(text: string): string {
  return toPrintable(text, { covers: () => true, readable: String })
    .replace(/[\n\u200c-\u200f\u061c]/g, ' ')
    .trim();
}
