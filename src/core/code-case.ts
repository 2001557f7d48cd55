// Codes of countries, languages and currencies are accepted in any case and stored in the case of their standard.
const LETTERS = /^[A-Za-z]+$/;

/** Converts a code of ASCII letters to upper case; other texts stay unchanged. */
export function toUpperCaseCode(code: string): string {
  return LETTERS.test(code) ? code.toUpperCase() : code;
}

/** Converts a code of ASCII letters to lower case; other texts stay unchanged. */
export function toLowerCaseCode(code: string): string {
  return LETTERS.test(code) ? code.toLowerCase() : code;
}
