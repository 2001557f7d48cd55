import { normalizeVatNumber } from '../../../core/vat-numbers';

/** Length of a Spanish tax number (NIF). */
const SPANISH_TAX_NUMBER_LENGTH = 9;

/**
 * Returns a headquarter's Spanish tax number (NIF), without the prefix ES.
 * @param vat its VAT number, with or without ES
 * @returns undefined if it has no Spanish tax number
 */
export function findSpanishTaxNumber(vat: string): string | undefined {
  const number = normalizeVatNumber(vat, 'ES');
  const nationalNumber = number.startsWith('ES') ? number.slice(2) : '';
  return nationalNumber.length === SPANISH_TAX_NUMBER_LENGTH ? nationalNumber : undefined;
}
