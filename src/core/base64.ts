/** What may stand before the Base64 of a data URI (RFC 2397): `data:`, a media type, `;base64,`. */
const DATA_URI = /^data:[^,]{0,200};base64,/i;
const LONGEST_PREFIX = 212;

/** Four characters stand for three bytes. */
const CHARACTERS = 4;
const BYTES = 3;

/**
 * Reads Base64 (RFC 4648, section 4; not the alphabet of URLs). A prefix that makes it a data URI is passed
 * over, and so are line breaks, as MIME writes them; the padding may be left out.
 * @param room where it is to be written, at least as large as the text; else it gets memory of its own
 * @returns undefined when it is none, or stands for nothing
 */
export function decodeBase64(text: string, room?: Buffer): Buffer | undefined {
  const prefix = DATA_URI.exec(text.slice(0, LONGEST_PREFIX))?.[0] ?? '';
  const encoded = text.slice(prefix.length);
  // Node passes over what it does not know, and knows the other alphabet, too.
  if (encoded.includes('-') || encoded.includes('_')) return undefined;
  const characters = encoded.length - lineBreaks(encoded);
  const padding = /={0,2}[\r\n]*$/.exec(encoded.slice(-16))?.[0].replace(/[\r\n]/g, '').length ?? 0;
  if (padding > 0 && characters % CHARACTERS !== 0) return undefined;
  const expected = Math.floor(((characters - padding) * BYTES) / CHARACTERS);
  if (expected === 0 || (characters - padding) % CHARACTERS === 1) return undefined;
  const written = room?.write(encoded, 'base64') ?? 0;
  const bytes = room?.subarray(0, written) ?? Buffer.from(encoded, 'base64');
  return bytes.length === expected ? bytes : undefined;
}

function lineBreaks(text: string): number {
  return countOf(text, '\n') + countOf(text, '\r');
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}
