/**
 * Codes of ASCII letters, which are accepted in any case and stored in the case of their standard. Other texts stay.
 */
const LETTERS = /^[A-Za-z]+$/;

export function toUpperCaseCode(code: string): string {
  return LETTERS.test(code) ? code.toUpperCase() : code;
}

export function toLowerCaseCode(code: string): string {
  return LETTERS.test(code) ? code.toLowerCase() : code;
}
