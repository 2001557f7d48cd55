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

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

/** Marks between visible characters, which choose the direction of numbers and signs. */
const DIRECTION_MARK = /(?<=\P{C})[\u061c\u200e\u200f](?=\P{C})/gu;

/** Removes all invisible characters. */
export function removeInvisibleCharacters(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Returns the first invisible character of a text as `U+200B`; undefined without one. */
export function findInvisibleCharacter(text: string): string | undefined {
  const found = INVISIBLE_EXCEPT_SELECTORS.exec(text)?.[0].codePointAt(0);
  return found === undefined ? undefined : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Like `findInvisibleCharacter`, for names of people and things. Joiners may shape their letters and emoji. If a name
 * has letters that are written from right to left, marks may choose the direction of its parts.
 */
export function findInvisibleCharacterInName(name: string): string | undefined {
  const withoutJoiners = name.replace(SHAPING_JOINER, '');
  return findInvisibleCharacter(
    RIGHT_TO_LEFT.test(name) ? withoutJoiners.replace(DIRECTION_MARK, '') : withoutJoiners,
  );
}
