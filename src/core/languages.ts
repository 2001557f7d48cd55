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

/** Copies a record with only its texts in one language; without a code, returns the record unchanged. */
export function filterTextsByLanguage<T extends object, P extends keyof T>(
  record: T,
  languageCode: string | undefined,
  ...properties: readonly P[]
): T {
  if (languageCode === undefined || languageCode === '') return record;
  const narrowed = { ...record };
  for (const property of properties) {
    const texts = record[property] as readonly { languageCode: string }[] | undefined;
    narrowed[property] = texts?.filter((text) => text.languageCode === languageCode) as T[P];
  }
  return narrowed;
}
