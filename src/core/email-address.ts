import { findInvisibleCharacter } from './invisible-characters';

const MAX_CHARACTERS = 254;
const MAX_LOCAL_PART_BYTES = 64;

const ATEXT = "[\\w!#$%&'*+/=?^`{|}~-]|[^\\0-\\x7f]";
const QUOTED_CHARACTER = '[ !#-\\[\\]-~]|\\\\[ -~]|[^\\0-\\x7f]';
/** Letters and digits of all scripts, and hyphens inside. */
const DOMAIN_LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const ADDRESS_LITERAL = '\\[(?:\\d{1,3}(?:\\.\\d{1,3}){3}|IPv6:[\\da-fA-F:.]{2,45})\\]';

/** A mailbox of RFC 5321, with the characters that RFC 6531 adds. */
const MAILBOX = new RegExp(
  `^((?:${ATEXT})+(?:\\.(?:${ATEXT})+)*|"(?:${QUOTED_CHARACTER})+")@(?:${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})*|${ADDRESS_LITERAL})$`,
  'u',
);

/** The form in which an e-mail address is stored: Unicode NFC. */
export function normalizeEmailAddress(text: string): string {
  return text.normalize('NFC');
}

/** Whether a text in NFC is an e-mail address of RFC 5321, in which nothing is invisible. */
export function isMailbox(text: string): boolean {
  // The first check keeps the work for a long text small.
  if (text.length > 2 * MAX_CHARACTERS || [...text].length > MAX_CHARACTERS) return false;
  const localPart = MAILBOX.exec(text)?.[1];
  return (
    localPart !== undefined &&
    Buffer.byteLength(localPart) <= MAX_LOCAL_PART_BYTES &&
    !/[^\S ]/u.test(text) &&
    findInvisibleCharacter(text) === undefined
  );
}
