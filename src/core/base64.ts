/** Prefix of Base64 in a data URI (RFC 2397): `data:`, a media type, `;base64,`. */
const DATA_URI_PREFIX = /^data:[^,]{0,200};base64,/i;
const MAX_PREFIX_CHARACTERS = 212;

/** Four characters encode three bytes. */
const GROUP_CHARACTERS = 4;
const GROUP_BYTES = 3;

/**
 * Decodes Base64 (RFC 4648, section 4; not the alphabet of URLs). The prefix of a data URI and line breaks, as in MIME,
 * are skipped; the padding is optional.
 * @returns undefined if the text is not Base64 or encodes no bytes
 */
export function decodeBase64(text: string): Buffer | undefined {
  const prefix = DATA_URI_PREFIX.exec(text.slice(0, MAX_PREFIX_CHARACTERS))?.[0] ?? '';
  const encoded = text.slice(prefix.length);
  const characterCount = encoded.length - countLineBreaks(encoded);
  const expectedBytes = getDecodedLength(characterCount, encoded.slice(-16).replace(/[\r\n]/g, ''));
  // Node skips unknown characters, and also accepts the other alphabet.
  if (expectedBytes === 0 || encoded.includes('-') || encoded.includes('_')) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.length === expectedBytes ? bytes : undefined;
}

/** Size of the chunks that are decoded. */
const CHUNK_BYTES = 65_536;

/** Length of the longest escape in JSON. */
const MAX_ESCAPE_BYTES = 6;

/**
 * Decodes Base64 in the raw text of a JSON string, without its quotation marks. The result overwrites the document, so
 * that a text of megabytes needs no further memory.
 * @param outputBuffer part of the same memory, starting at the text or before it
 * @returns undefined if the text is not Base64; it may have been overwritten even then
 */
export function decodeBase64InPlace(text: Buffer, outputBuffer: Buffer): Buffer | undefined {
  const prefix = DATA_URI_PREFIX.exec(text.toString('latin1', 0, MAX_PREFIX_CHARACTERS))?.[0] ?? '';
  const encoded = text.subarray(prefix.length);
  if (encoded.includes('-') || encoded.includes('_')) return undefined;
  let [characterCount, writtenBytes, partialEscape, pendingCharacters, tail] = [0, 0, '', '', ''];
  for (let index = 0; index < encoded.length; index += CHUNK_BYTES) {
    const isLast = index + CHUNK_BYTES >= encoded.length;
    const raw = partialEscape + encoded.toString('latin1', index, index + CHUNK_BYTES);
    const lastBackslash = raw.lastIndexOf('\\');
    const end =
      isLast || lastBackslash <= raw.length - MAX_ESCAPE_BYTES
        ? raw.length
        : Math.max(lastBackslash, 0);
    partialEscape = raw.slice(end);
    const unescaped = pendingCharacters + unescapeJsonString(raw.slice(0, end));
    const decodableLength = isLast
      ? unescaped.length
      : unescaped.length - (unescaped.length % GROUP_CHARACTERS);
    pendingCharacters = unescaped.slice(decodableLength);
    characterCount += decodableLength;
    tail = unescaped.slice(0, decodableLength).slice(-GROUP_CHARACTERS);
    writtenBytes += outputBuffer.write(unescaped.slice(0, decodableLength), writtenBytes, 'base64');
  }
  const expectedBytes = getDecodedLength(characterCount, tail);
  return expectedBytes > 0 && writtenBytes === expectedBytes
    ? outputBuffer.subarray(0, writtenBytes)
    : undefined;
}

const shortEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', '/': '/' };

/**
 * Resolves the escapes of a JSON string and removes line breaks. Unescaped control characters, and escapes that can't
 * occur in Base64, become an exclamation mark.
 */
function unescapeJsonString(raw: string): string {
  // oxlint-disable-next-line no-control-regex -- these JSON must escape
  const text = raw.replace(/[\0-\x1f]/g, '!');
  if (!text.includes('\\')) return text;
  const unescaped = text.replace(
    /\\(?:u00([0-9a-f]{2})|(.))/gi,
    (_all, code?: string, short?: string) =>
      code === undefined
        ? (shortEscapes[short ?? ''] ?? '!')
        : String.fromCharCode(parseInt(code, 16)),
  );
  return unescaped.replace(/[\r\n]/g, '');
}

/**
 * The number of bytes that a number of characters encodes.
 * @param tail the last characters, with the padding
 * @returns 0 if Base64 can't have this number of characters
 */
function getDecodedLength(characterCount: number, tail: string): number {
  const padding = /={0,2}$/.exec(tail)?.[0].length ?? 0;
  const isPaddingInvalid = padding > 0 && characterCount % GROUP_CHARACTERS !== 0;
  const unpadded = characterCount - padding;
  return isPaddingInvalid || unpadded % GROUP_CHARACTERS === 1
    ? 0
    : Math.floor((unpadded * GROUP_BYTES) / GROUP_CHARACTERS);
}

function countLineBreaks(text: string): number {
  return countCharacter(text, '\n') + countCharacter(text, '\r');
}

function countCharacter(text: string, character: string): number {
  let count = 0;
  for (let index = text.indexOf(character); index >= 0; index = text.indexOf(character, index + 1))
    count += 1;
  return count;
}
