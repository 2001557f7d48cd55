/**
 * Invisible characters. These Unicode categories are included: controls, formats, surrogates, private use and
 * unassigned code points, and separators of lines and paragraphs. Ignorable letters such as Hangul fillers are
 * included, too. Blank symbols are an empty Braille cell, an object replacement character and a note without a
 * notehead.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/gu;

/** The same without variation selectors, which only choose how the preceding character is drawn, as in ❤️. */
const INVISIBLE_EXCEPT_SELECTORS = new RegExp(
  `(?!\\p{Variation_Selector})${INVISIBLE.source}`,
  'u',
);

/**
 * Joiners where they choose how the characters next to them are drawn: in emoji, and in scripts such as Arabic and
 * Devanagari.
 */
const SHAPING_JOINER =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Inherited}])[\p{L}\p{M}])[\u200c\u200d](?=\p{Extended_Pictographic}|(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])\p{L})/gu;

/** Removes all invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Returns the first invisible character of a text as `U+200B`; undefined without one. */
export function findInvisible(text: string): string | undefined {
  const found = INVISIBLE_EXCEPT_SELECTORS.exec(text)?.[0].codePointAt(0);
  return found === undefined ? undefined : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The same for names of people and things, in which joiners may shape letters and emoji. */
export function findInvisibleInName(name: string): string | undefined {
  return findInvisible(name.replace(SHAPING_JOINER, ''));
}
