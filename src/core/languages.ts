import ISO6391 from 'iso-639-1';

/** A language of ISO 639-1. */
export interface Language {
  /** LANGUAGEID: the place of the code among all codes in alphabetical order, from 1; never changes. */
  readonly id: number;
  readonly code: string;
  /** In English. */
  readonly name: string;
}

/** The languages of ISO 639-1 in force, in the alphabetical order of their codes. */
export const languages: readonly Language[] = [...ISO6391.getAllCodes()]
  .sort()
  .map((code, at) => ({ id: at + 1, code, name: ISO6391.getName(code) }));

const idByCode = new Map<string, number>(languages.map(({ code, id }) => [code, id]));

/** Whether a text is a language code of ISO 639-1, in lower case. */
export function isLanguageCode(text: string): boolean {
  return idByCode.has(text);
}

/** LANGUAGEID of a language; 0 when there is none of this code. */
export function toLanguageId(code: string): number {
  return idByCode.get(code) ?? 0;
}

/** A record with only those of its texts that are in one language; without a code, with all of them. */
export function filterTextsByLanguage<T extends object, P extends keyof T>(
  one: T,
  languageCode: string | undefined,
  ...properties: readonly P[]
): T {
  if (languageCode === undefined || languageCode === '') return one;
  const narrowed = { ...one };
  for (const property of properties) {
    const texts = one[property] as readonly { languageCode: string }[] | undefined;
    narrowed[property] = texts?.filter((text) => text.languageCode === languageCode) as T[P];
  }
  return narrowed;
}
