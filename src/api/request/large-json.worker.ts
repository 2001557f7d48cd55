import { randomUUID } from 'node:crypto';
import { decodeBase64, decodeBase64InPlace } from '../../core/base64';
import {
  isMostlyStrings,
  JsonError,
  MAX_QUOTES,
  type JsonLimits,
  findLargeStrings,
  parseJson,
  type StringRange,
} from '../../core/json';
import { toBuffer, markForTransfer } from '../../threads/transferred-bytes';
import { exposeGarbageCollector } from '../../threads/heap-growth';
import { lowerThreadPriority } from '../../threads/thread-priority';

/** A large JSON body and the options of its parsing. */
export interface LargeJsonTask {
  /** Its memory is reused for the decoded bytes and transferred back. */
  readonly body: Uint8Array;
  /** Maximum number of bytes outside of texts, and of values. */
  readonly limits: { readonly maxBytesOutsideTexts: number; readonly values: JsonLimits };
  /** Members that may contain Base64: the names that lead to them. */
  readonly base64Paths: readonly MemberPath[];
}

export type MemberPath = readonly string[];

/** The parsed body. */
export interface ParsedJson {
  readonly value: unknown;
  /** The decoded bytes of members that were Base64; in the value they are empty texts. */
  readonly decodedMembers: readonly { readonly path: MemberPath; readonly bytes: Uint8Array }[];
}

/** The error; without a code, the body is not JSON in UTF-8. */
export interface RejectedJson {
  readonly code?: JsonError['code'];
  readonly message: string;
  readonly pointer?: string;
}

// Smaller requests have priority.
lowerThreadPriority();

const collectThreadGarbage = exposeGarbageCollector();

/** Base64 texts from this size on are decoded in place. */
const LARGE_TEXT_BYTES = 65_536;

/** Replaces a large text that should be Base64 but isn't. */
const INVALID_BASE64 = '=';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** From this amount of text on, garbage is collected immediately: it would take memory from the next bodies. */
const LARGE_GARBAGE_BYTES = 1024 * 1024;

/** Parses a body, and decodes its Base64 members. */
export function parse(task: LargeJsonTask): unknown {
  const result = parseTask(task);
  const decoded = ('decodedMembers' in result ? result.decodedMembers : []).map(
    ({ bytes }) => bytes,
  );
  const textBytes = decoded.reduce(
    (rest, { length }) => rest - toBase64Length(length),
    task.body.length,
  );
  if (textBytes > LARGE_GARBAGE_BYTES) collectThreadGarbage();
  return markForTransfer(result, decoded);
}

/** @param length number of bytes */
function toBase64Length(length: number): number {
  return Math.ceil(length / 3) * 4;
}

function parseTask({ body, limits, base64Paths }: LargeJsonTask): ParsedJson | RejectedJson {
  const json = toBuffer(body);
  if (!isMostlyStrings(json, limits.maxBytesOutsideTexts)) {
    const message = `The JSON may have at most ${limits.maxBytesOutsideTexts} bytes outside of its texts, and at most ${MAX_QUOTES} texts.`;
    return { code: 'json.tooMany', message };
  }
  try {
    return parseWithBase64(base64Paths, json, limits.values);
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof JsonError)) return { message };
    const { code, pointer } = error;
    return { code, message, pointer };
  }
}

/**
 * Parses a document without its large Base64 texts, which are decoded in place: as texts they would take twice as much
 * memory again. Random placeholders replace them during parsing.
 */
function parseWithBase64(
  base64Paths: readonly MemberPath[],
  json: Buffer,
  limits: JsonLimits,
): ParsedJson {
  const placeholderPrefix = randomUUID();
  const parse = (texts: readonly StringRange[]): unknown =>
    parseJson(utf8.decode(insertPlaceholders(json, texts, placeholderPrefix)), limits);
  const large = findLargeStrings(json, LARGE_TEXT_BYTES);
  let value = parse(large);
  const base64Texts = large.filter((_, index) =>
    base64Paths.some((path) => getMemberAt(value, path) === `${placeholderPrefix}${index}`),
  );
  // Large texts in other members are plain texts, even if they look like Base64.
  if (base64Texts.length < large.length) value = parse(base64Texts);
  return {
    value,
    decodedMembers: decodePlaceholders(value, base64Paths, {
      json,
      placeholderPrefix,
      base64Texts,
    }),
  };
}

/** Replaces each of these texts in the document by a placeholder: the prefix and the index of the text. */
function insertPlaceholders(
  json: Buffer,
  texts: readonly StringRange[],
  placeholderPrefix: string,
): Buffer {
  let position = 0;
  const chunks = texts.flatMap(({ start, end }, index) => {
    const before = json.subarray(position, start);
    position = end;
    return [before, Buffer.from(`${placeholderPrefix}${index}`)];
  });
  return Buffer.concat([...chunks, json.subarray(position)]);
}

/** A document, and the ranges of its large Base64 texts, which placeholders replace during parsing. */
interface PlaceholderDocument {
  readonly json: Buffer;
  readonly placeholderPrefix: string;
  readonly base64Texts: readonly StringRange[];
}

/** Removes the Base64 of these members from the value and returns it decoded. */
function decodePlaceholders(
  value: unknown,
  paths: readonly MemberPath[],
  { json, placeholderPrefix, base64Texts }: PlaceholderDocument,
): ParsedJson['decodedMembers'] {
  let freeMemory = json;
  const bytesByPlaceholder = new Map<string, Buffer | undefined>();
  for (const [index, { start, end }] of base64Texts.entries()) {
    const bytes = decodeBase64InPlace(json.subarray(start, end), freeMemory);
    freeMemory = freeMemory.subarray(bytes?.length ?? 0);
    bytesByPlaceholder.set(`${placeholderPrefix}${index}`, bytes);
  }
  return paths.flatMap((path) => {
    const text = getMemberAt(value, path);
    if (typeof text !== 'string') return [];
    const bytes = bytesByPlaceholder.has(text)
      ? bytesByPlaceholder.get(text)
      : copyToOwnMemory(decodeBase64(text));
    if (bytes || bytesByPlaceholder.has(text)) setMember(value, path, bytes ? '' : INVALID_BASE64);
    return bytes ? [{ path, bytes }] : [];
  });
}

/** Copies bytes to their own memory, so that it can be transferred. */
function copyToOwnMemory(bytes: Buffer | undefined): Buffer | undefined {
  if (!bytes) return undefined;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

function setMember(value: unknown, path: MemberPath, text: string): void {
  (getMemberAt(value, path.slice(0, -1)) as Record<string, unknown>)[path.at(-1) ?? ''] = text;
}

function getMemberAt(value: unknown, path: MemberPath): unknown {
  return path.reduce(getMember, value);
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
