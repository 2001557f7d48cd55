import ISO6391 from 'iso-639-1';

/** A language of ISO 639-1. */
export interface Language {
  /** LANGUAGEID: position of the code among all codes in alphabetical order, from 1; never changes. */
  readonly id: number;
  readonly code: string;
  /** In English. */
  readonly name: string;
}

/** All current languages of ISO 639-1, in the alphabetical order of their codes. */
export const languages: readonly Language[] = [...ISO6391.getAllCodes()]
  .sort()
  .map((code, index) => ({ id: index + 1, code, name: ISO6391.getName(code) }));

const idByCode = new Map<string, number>(languages.map(({ code, id }) => [code, id]));

/** Whether a text is a language code of ISO 639-1, in lower case. */
export function isLanguageCode(text: string): boolean {
  return idByCode.has(text);
}

/** The LANGUAGEID for a language code; 0 if the code is unknown. */
export function toLanguageId(code: string): number {
  return idByCode.get(code) ?? 0;
}

/** A change of a text in one language: the members that change, or its removal. */
export type LocalizedTextChange<T extends { languageCode: string }> = Pick<T, 'languageCode'> &
  Partial<T> & { readonly remove?: boolean };

/**
 * Applies changes to the texts of a record, by language. Texts and members that no change names stay; new languages
 * come last.
 * @param defaults all other required members, for new languages
 */
export function mergeTextsByLanguage<T extends { languageCode: string }>(
  texts: readonly T[],
  changes: readonly LocalizedTextChange<T>[],
  defaults: Partial<T>,
): T[] {
  const merged = new Map(texts.map((text) => [text.languageCode, text]));
  for (const { remove = false, ...change } of changes) {
    const before = merged.get(change.languageCode) ?? defaults;
    if (remove) merged.delete(change.languageCode);
    else merged.set(change.languageCode, { ...before, ...change } as unknown as T);
  }
  return [...merged.values()];
}

/** Copies a record with only its texts in one language; without a code, returns the record unchanged. */
export function filterTextsByLanguage<T extends object, P extends keyof T>(
  record: T,
  languageCode: string | undefined,
  ...properties: readonly P[]
): T {
  if (languageCode === undefined || languageCode === '') return record;
  const filtered = { ...record };
  for (const property of properties) {
    const texts = record[property] as readonly { languageCode: string }[] | undefined;
    filtered[property] = texts?.filter((text) => text.languageCode === languageCode) as T[P];
  }
  return filtered;
}
