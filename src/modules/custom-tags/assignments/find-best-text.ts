/** A text in one language. */
interface TextInLanguage {
  readonly languageCode: string;
}

/**
 * Returns the text in the first of some languages that has one, or else the first text of all. Empty texts are ignored.
 * @param read returns the text of one element
 * @returns undefined if all texts are empty
 */
export function findBestText<T extends TextInLanguage>(
  texts: readonly T[],
  read: (one: T) => string,
  languages: readonly string[],
): string | undefined {
  const candidates = texts.filter((one) => read(one) !== '');
  for (const language of languages) {
    const found = candidates.find(({ languageCode }) => languageCode === language);
    if (found) return read(found);
  }
  return candidates[0] && read(candidates[0]);
}
