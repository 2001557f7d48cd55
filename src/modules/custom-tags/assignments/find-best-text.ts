/** What something is called in one language. */
interface TextInLanguage {
  readonly languageCode: string;
}

/**
 * The text in the first of some languages that has one, else the first one that there is. Empty texts are none.
 * @param read the text of one language
 * @returns undefined when there is none in any language
 */
export function findBestText<T extends TextInLanguage>(
  texts: readonly T[],
  read: (one: T) => string,
  languages: readonly string[],
): string | undefined {
  const worded = texts.filter((one) => read(one) !== '');
  for (const language of languages) {
    const found = worded.find(({ languageCode }) => languageCode === language);
    if (found) return read(found);
  }
  return worded[0] && read(worded[0]);
}
