/** A text in one language. */
interface TextInLanguage {
  readonly languageCode: string;
}

/**
 * Returns the text in the first of some languages that has one, or else the first text of all. Empty texts are ignored.
 * @param getText returns the text of one element
 * @returns undefined if all texts are empty
 */
export function findPreferredText<T extends TextInLanguage>(
  texts: readonly T[],
  getText: (element: T) => string,
  preferredLanguages: readonly string[],
): string | undefined {
  const candidates = texts.filter((one) => getText(one) !== '');
  for (const language of preferredLanguages) {
    const found = candidates.find(({ languageCode }) => languageCode === language);
    if (found) return getText(found);
  }
  return candidates[0] && getText(candidates[0]);
}
