/** Codes of ASCII letters, which are taken in any case and kept in that of their standard; other texts stay. */
const LETTERS = /^[A-Za-z]+$/;

export function toUpperCaseCode(code: string): string {
  return LETTERS.test(code) ? code.toUpperCase() : code;
}

export function toLowerCaseCode(code: string): string {
  return LETTERS.test(code) ? code.toLowerCase() : code;
}
