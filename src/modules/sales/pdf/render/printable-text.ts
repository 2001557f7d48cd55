import { splitGraphemes } from './graphemes';

const printableAscii = /^[\x20-\x7e]*$/;
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Controls, joiners and variation selectors, which affect adjacent characters and have no glyph. */
const glyphlessCharacters = /[\p{Cf}\u034f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** Format characters except joiners and direction marks, which shaping needs. */
const unusedFormatCharacters =
  /(?![\u200c-\u200f\u061c])[\p{Cf}\u034f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const loneSurrogates = /\p{Cs}/gu;
const controlCharacters = /\p{Cc}/gu;

/** Support of characters by the fonts. */
interface GlyphSupport {
  /** Whether the fonts have glyphs for all of the characters. */
  readonly covers: (characters: string) => boolean;
  /** Returns a replacement for a character without a glyph. */
  readonly toReplacement: (character: string) => string;
}

/**
 * Converts a text so that the fonts can render it. The result is in NFC, has no controls except line breaks (`\n`),
 * and has readable replacements for missing characters.
 */
export function toPrintableText(text: string, { covers, toReplacement }: GlyphSupport): string {
  if (printableAscii.test(text)) return text;
  const clean = text
    .replace(loneSurrogates, '\ufffd')
    .normalize('NFC')
    .replace(lineBreaks, '\n')
    .replace(controlCharacters, (control) => (control === '\n' ? control : ' '))
    .replace(unusedFormatCharacters, '');
  const isRenderable = (characters: string): boolean =>
    covers(characters.replace(glyphlessCharacters, '').replace(/\n/g, ''));
  if (isRenderable(clean)) return clean;
  let shown = '';
  for (const grapheme of splitGraphemes(clean)) {
    if (isRenderable(grapheme)) shown += grapheme;
    else
      shown += /^\p{Zs}$/u.test(grapheme)
        ? ' '
        : toReplacement(grapheme.replace(glyphlessCharacters, ''));
  }
  return shown;
}

/** Converts a text to a single line for the metadata of the file, independent of fonts. */
export function toSingleLine(text: string): string {
  return toPrintableText(text, { covers: () => true, toReplacement: String })
    .replace(/[\n\u200c-\u200f\u061c]/g, ' ')
    .trim();
}
