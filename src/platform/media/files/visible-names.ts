import { InvalidRequest } from '../../../core/errors';

/**
 * Characters that nobody sees: the Unicode categories of controls, formats, surrogates, private use and unassigned code
 * points, separators of lines and paragraphs, letters that are drawn as nothing (fillers of Hangul), and symbols that are:
 * a Braille cell without dots, the place of an object, a note without a head.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/gu;

/** Selectors only choose how the character before them is drawn, as in ❤️. */
const INVISIBLE_IN_NAMES =
  /(?!\p{Variation_Selector})[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u;

/** A name as other systems may read it: without characters that nobody sees, in lower case, `ｐ` as `p`. */
export function normalizeName(name: string): string {
  return name.normalize('NFKC').replace(INVISIBLE, '').toLowerCase();
}

/**
 * Refuses a new name in which nobody could see every character. Names that exist already stay usable.
 * @param path a name, or a path of new names
 * @param pointer where it is in the request
 * @throws InvalidRequest with code `path.invalid`
 */
export function requireVisibleName(path: string, pointer: string): void {
  const found = INVISIBLE_IN_NAMES.exec(path)?.[0].codePointAt(0);
  if (found === undefined) return;
  const code = found.toString(16).toUpperCase().padStart(4, '0');
  const detail = `A new name can’t contain the invisible or unassigned character U+${code}.`;
  throw new InvalidRequest([{ pointer, code: 'path.invalid', detail }]);
}
