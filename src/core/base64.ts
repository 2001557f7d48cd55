/** What may stand before the Base64 of a data URI (RFC 2397): `data:`, a media type, `;base64,`. */
const DATA_URI = /^data:[^,]{0,200};base64,/i;
const MAX_PREFIX_CHARACTERS = 212;

/** Four characters stand for three bytes. */
const GROUP_CHARACTERS = 4;
const GROUP_BYTES = 3;

/**
 * Reads Base64 (RFC 4648, section 4; not the alphabet of URLs). A prefix that makes it a data URI is passed
 * over, and so are line breaks, as MIME writes them; the padding may be left out.
 * @returns undefined when it is none, or stands for nothing
 */
export function decodeBase64(text: string): Buffer | undefined {
  const prefix = DATA_URI.exec(text.slice(0, MAX_PREFIX_CHARACTERS))?.[0] ?? '';
  const encoded = text.slice(prefix.length);
  const characters = encoded.length - countLineBreaks(encoded);
  const expected = decodedLength(characters, encoded.slice(-16).replace(/[\r\n]/g, ''));
  // Node passes over what it does not know, and knows the other alphabet, too.
  if (expected === 0 || encoded.includes('-') || encoded.includes('_')) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.length === expected ? bytes : undefined;
}

/** How much of a text is decoded at a time. */
const CHUNK_BYTES = 65_536;

/** The longest escape in JSON. */
const MAX_ESCAPE_BYTES = 6;

/**
 * Reads the same out of a text of a JSON document as it stands there, between its quotation marks. It is written over
 * the document, so that a text of megabytes takes no memory but its own.
 * @param room of the same memory, from where the text begins or from before that
 * @returns undefined when it is none; it may have been written over all the same
 */
export function decodeBase64InPlace(text: Buffer, room: Buffer): Buffer | undefined {
  const prefix = DATA_URI.exec(text.toString('latin1', 0, MAX_PREFIX_CHARACTERS))?.[0] ?? '';
  const encoded = text.subarray(prefix.length);
  if (encoded.includes('-') || encoded.includes('_')) return undefined;
  let [characters, written, escape, loose, tail] = [0, 0, '', '', ''];
  for (let at = 0; at < encoded.length; at += CHUNK_BYTES) {
    const isLast = at + CHUNK_BYTES >= encoded.length;
    const raw = escape + encoded.toString('latin1', at, at + CHUNK_BYTES);
    const last = raw.lastIndexOf('\\');
    const end = isLast || last <= raw.length - MAX_ESCAPE_BYTES ? raw.length : Math.max(last, 0);
    escape = raw.slice(end);
    const plain = loose + unescapeJsonText(raw.slice(0, end));
    const whole = isLast ? plain.length : plain.length - (plain.length % GROUP_CHARACTERS);
    loose = plain.slice(whole);
    characters += whole;
    tail = plain.slice(0, whole).slice(-GROUP_CHARACTERS);
    written += room.write(plain.slice(0, whole), written, 'base64');
  }
  const expected = decodedLength(characters, tail);
  return expected > 0 && written === expected ? room.subarray(0, written) : undefined;
}

const shortEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', '/': '/' };

/**
 * The text behind the escapes of JSON, without line breaks. What should have been escaped and was not, and what no
 * Base64 has, becomes an exclamation mark.
 */
function unescapeJsonText(raw: string): string {
  // oxlint-disable-next-line no-control-regex -- these JSON must escape
  const text = raw.replace(/[\0-\x1f]/g, '!');
  if (!text.includes('\\')) return text;
  const plain = text.replace(
    /\\(?:u00([0-9a-f]{2})|(.))/gi,
    (_all, code?: string, short?: string) =>
      code === undefined
        ? (shortEscapes[short ?? ''] ?? '!')
        : String.fromCharCode(parseInt(code, 16)),
  );
  return plain.replace(/[\r\n]/g, '');
}

/**
 * How many bytes a number of characters stand for.
 * @param tail the last of them
 * @returns 0 for a number of them that no Base64 has
 */
function decodedLength(characters: number, tail: string): number {
  const padding = /={0,2}$/.exec(tail)?.[0].length ?? 0;
  const isBroken = padding > 0 && characters % GROUP_CHARACTERS !== 0;
  const plain = characters - padding;
  return isBroken || plain % GROUP_CHARACTERS === 1
    ? 0
    : Math.floor((plain * GROUP_BYTES) / GROUP_CHARACTERS);
}

function countLineBreaks(text: string): number {
  return countCharacter(text, '\n') + countCharacter(text, '\r');
}

function countCharacter(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}
