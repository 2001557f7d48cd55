import { randomInt } from 'node:crypto';

/** Base32 as Crockford has it: without the letters that look like digits or like each other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits: nobody guesses one, and no two are the same. */
const CODE_CHARACTERS = 16;

/** A new code for a voucher that is given none. */
export function generateVoucherCode(): string {
  return Array.from({ length: CODE_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  );
}
