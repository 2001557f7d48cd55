import type { Format } from 'ajv';
import { isEmail, isURL, isUUID } from 'class-validator';
import { toLowerCaseCode, toUpperCaseCode } from '../../core/code-case';
import { isCountryCode } from '../../core/countries';
import { toCurrencyCode, isCurrencyCode } from '../../core/currencies';
import { isMailbox, normalizeEmailAddress } from '../../core/email-address';
import { parseInstant } from '../../core/instant';
import { isLanguageCode } from '../../core/languages';

/** Descriptions of formats; each completes "must be ...". */
export const formatDescriptions: Readonly<Record<string, string>> = {
  text: 'text without NUL characters or broken surrogate pairs',
  'public-id': '1 to 255 characters without white space at either end',
  'iso-639-1': 'an ISO 639-1 language code, such as en',
  'iso-3166-1-alpha-2': 'an ISO 3166-1 alpha-2 country code, such as ES',
  'iso-4217': 'an ISO 4217 currency code, such as EUR',
  'iso-4217-number': 'an ISO 4217 currency number, such as 978',
  'email-address': 'an e-mail address',
  'email-address-or-empty': 'an e-mail address, or empty',
  'instant-or-date': 'an ISO 8601 instant or date, such as 2026-03-01T10:00:00Z or 2026-03-01',
  'instant-or-end-of-day':
    'an ISO 8601 instant or date, such as 2026-03-01T10:00:00Z or 2026-03-01',
  'record-id': 'a whole number from 1 to 9007199254740991',
  email: 'an e-mail address',
  url: 'the address of a page or file, such as https://example.com/a',
  uuid: 'a UUID',
};

/**
 * Formats whose texts are normalized before they are checked: codes to the case of their standard, e-mail addresses to
 * one Unicode form.
 */
const normalizedFormats: Readonly<
  Record<string, { normalize: (text: string) => string; isValid: (text: string) => boolean }>
> = {
  'iso-639-1': { normalize: toLowerCaseCode, isValid: isLanguageCode },
  'iso-3166-1-alpha-2': { normalize: toUpperCaseCode, isValid: isCountryCode },
  'iso-4217': { normalize: toUpperCaseCode, isValid: isCurrencyCode },
  'email-address': { normalize: normalizeEmailAddress, isValid: isStorableEmailAddress },
  'email-address-or-empty': { normalize: normalizeEmailAddress, isValid: isStorableEmailAddress },
};

/** Converts a code or e-mail address to its normalized form; texts of other formats stay unchanged. */
export function normalizeByFormat(format: string | undefined, text: string): string {
  return normalizedFormats[format ?? '']?.normalize(text) ?? text;
}

/**
 * Checks of text formats that do not depend on the time zone. Codes may be empty: a required code has a minimum length.
 */
export const textFormatChecks: Readonly<Record<string, (text: string) => boolean>> = {
  text: isWellFormedText,
  'public-id': (text) => isWellFormedText(text) && text.trim() === text,
  ...Object.fromEntries(
    Object.entries(normalizedFormats).map(([format, { normalize, isValid }]) => [
      format,
      (text: string) => text === '' || isValid(normalize(text)),
    ]),
  ),
  'email-address': isStorableEmailAddress,
  'record-id': (text) => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)),
  // The checks of class-validator's IsEmail, IsUrl and IsUUID, so that both accept the same texts.
  email: (text) => isEmail(text),
  url: (text) => isURL(text),
  uuid: (text) => isUUID(text),
};

/**
 * Creates the checks of the `format` keyword.
 * @param timeZone IANA time zone of the store
 */
export function createFormats(timeZone: string): Record<string, Format> {
  const isInstant = (text: string) => text === '' || parseInstant(text, timeZone) !== undefined;
  return {
    ...textFormatChecks,
    'iso-4217-number': {
      type: 'number',
      // Fractions are reported by the type.
      validate: (number: number) =>
        !Number.isInteger(number) || toCurrencyCode(number) !== undefined,
    },
    'instant-or-date': isInstant,
    'instant-or-end-of-day': isInstant,
  };
}

/** Whether a text can be a stored e-mail address: new ones have a stricter rule (new-texts.ts). */
function isStorableEmailAddress(text: string): boolean {
  return isWellFormedText(text) && (/^[^\s@]{1,64}@[^\s@]+$/.test(text) || isMailbox(text));
}

/** Whether a text has neither NUL characters nor halves of surrogate pairs. */
export function isWellFormedText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
