import { randomInt } from 'node:crypto';

/** Crockford's Base32: without letters that look like digits or like each other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits, which makes codes unguessable and unique. */
const CODE_CHARACTERS = 16;

/** Returns a new random code for a voucher. */
export function generateVoucherCode(): string {
  return Array.from({ length: CODE_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  );
}
