import { InvalidRequest } from '../../../core/errors';

/**
 * Invisible characters: the Unicode categories of controls, formats, surrogates, private use and unassigned code
 * points; separators of lines and paragraphs; ignorable letters such as Hangul fillers; and blank symbols (an empty
 * Braille cell, an object replacement character, a note without a notehead).
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/gu;

/** The same without variation selectors, which only choose how the preceding character is drawn, as in ❤️. */
const INVISIBLE_IN_NAMES =
  /(?!\p{Variation_Selector})[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u;

/**
 * Converts a name to the form in which other systems may read it: without invisible characters, in lower case, `ｐ` as
 * `p`.
 */
export function normalizeName(name: string): string {
  return name.normalize('NFKC').replace(INVISIBLE, '').toLowerCase();
}

/**
 * Rejects new names with invisible characters. Existing names stay usable.
 * @param path a name, or a path of new names
 * @param pointer JSON pointer in the request
 * @throws InvalidRequest with code `path.invalid`
 */
export function requireVisibleName(path: string, pointer: string): void {
  const found = INVISIBLE_IN_NAMES.exec(path)?.[0].codePointAt(0);
  if (found === undefined) return;
  const code = found.toString(16).toUpperCase().padStart(4, '0');
  const detail = `A new name can’t contain the invisible or unassigned character U+${code}.`;
  throw new InvalidRequest([{ pointer, code: 'path.invalid', detail }]);
}
