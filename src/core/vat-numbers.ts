import type { Validator } from 'stdnum';
import { isCountryCode } from './countries';

/** Normalizes a VAT number: upper case, without blanks and punctuation, with the prefix of its country. */
export function normalizeVatNumber(text = '', country = ''): string {
  const number = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (number === '') return '';
  const prefix = number.slice(0, 2);
  if (isCountryCode(prefix) || countryByPrefix.has(prefix)) return number;
  return `${country === 'GR' ? 'EL' : country}${number}`;
}

/** Name of the VAT number's validator in stdnum, by country. */
const validatorNames = new Map<string, string>([
  ['AT', 'uid'],
  ['BE', 'vat'],
  ['BG', 'vat'],
  ['CH', 'uid'],
  ['CY', 'vat'],
  ['CZ', 'dic'],
  ['DE', 'vat'],
  ['DK', 'cvr'],
  ['EE', 'kmkr'],
  ['ES', 'nif'],
  ['FI', 'alv'],
  ['FR', 'tva'],
  ['GB', 'vat'],
  ['GR', 'vat'],
  ['HR', 'oib'],
  ['HU', 'anum'],
  ['IE', 'vat'],
  ['IT', 'iva'],
  ['LT', 'pvm'],
  ['LU', 'tva'],
  ['LV', 'pvn'],
  ['MT', 'vat'],
  ['NL', 'btw'],
  ['NO', 'mva'],
  ['PL', 'nip'],
  ['PT', 'nif'],
  ['RO', 'cui'],
  ['SE', 'vat'],
  ['SI', 'ddv'],
  ['SK', 'dph'],
]);

/** Prefixes that differ from the code of the country whose rules they follow. */
const countryByPrefix = new Map([
  ['EL', 'GR'],
  ['XI', 'GB'],
]);

/** The suffixes of Swiss VAT numbers. */
const SWISS_SUFFIX = /(?:MWST|TVA|IVA|TPV)$/;

/**
 * Whether a VAT number has its country's form and check digit. For countries without known rules, it needs a digit
 * after the prefix.
 * @param number normalized number with its prefix: `ESB12345674`
 */
export async function isValidVatNumber(number: string): Promise<boolean> {
  const prefix = number.slice(0, 2);
  const rest = number.slice(2);
  const country = countryByPrefix.get(prefix) ?? prefix;
  const validatorName = validatorNames.get(country);
  if (validatorName === undefined) return /\d/.test(rest);
  // Loaded on demand: it contains the rules of all countries.
  const { stdnum } = await import('stdnum');
  const validators: Record<string, Record<string, Validator>> = stdnum;
  const validator = validators[country]?.[validatorName];
  if (!validator) throw new Error(`stdnum has no ${validatorName} of ${country}`);
  if (country === 'CH') return validator.validate(number.replace(SWISS_SUFFIX, '')).isValid;
  return validator.validate(rest).isValid;
}

/**
 * Checks a VAT number as entered, with blanks and punctuation.
 * @param country ISO 3166-1 alpha-2, for a number without prefix
 * @param pointer JSON pointer of the field
 * @returns the warnings for an import; empty for a valid number, or without one
 */
export async function findVatNumberWarnings(
  { vat = '', country = '' }: { readonly vat?: string | null; readonly country?: string | null },
  pointer: string,
): Promise<{ code: string; detail: string; pointer: string }[]> {
  const number = normalizeVatNumber(vat ?? '', country ?? '');
  if (number === '' || (await isValidVatNumber(number))) return [];
  const detail = `The VAT number ${number} has an invalid form or check digit: structured invoices would be refused.`;
  return [{ code: 'vat.invalid', detail, pointer }];
}
