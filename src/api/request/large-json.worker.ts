import { randomUUID } from 'node:crypto';
import { decodeBase64, decodeBase64InPlace } from '../../core/base64';
import {
  isMostlyText,
  JsonError,
  MAX_QUOTES,
  type JsonLimits,
  findLargeTexts,
  parseJson,
  type TextRange,
} from '../../core/json';
import { toBuffer, withTransfer } from '../../threads/transferred-bytes';
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
  readonly decoded: readonly { readonly path: MemberPath; readonly bytes: Uint8Array }[];
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
  const decoded = ('decoded' in result ? result.decoded : []).map(({ bytes }) => bytes);
  const textBytes = decoded.reduce(
    (rest, { length }) => rest - lengthInBase64(length),
    task.body.length,
  );
  if (textBytes > LARGE_GARBAGE_BYTES) collectThreadGarbage();
  return withTransfer(result, decoded);
}

/** @param length number of bytes */
function lengthInBase64(length: number): number {
  return Math.ceil(length / 3) * 4;
}

function parseTask({ body, limits, base64Paths }: LargeJsonTask): ParsedJson | RejectedJson {
  const json = toBuffer(body);
  if (!isMostlyText(json, limits.maxBytesOutsideTexts)) {
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
 * memory again. Random marks replace them during parsing.
 */
function parseWithBase64(
  base64: readonly MemberPath[],
  json: Buffer,
  limits: JsonLimits,
): ParsedJson {
  const placeholderPrefix = randomUUID();
  const parse = (texts: readonly TextRange[]): unknown =>
    parseJson(utf8.decode(withPlaceholders(json, texts, placeholderPrefix)), limits);
  const large = findLargeTexts(json, LARGE_TEXT_BYTES);
  let value = parse(large);
  const base64Texts = large.filter((_, index) =>
    base64.some((path) => memberAt(value, path) === `${placeholderPrefix}${index}`),
  );
  // Large texts in other members are plain texts, even if they look like Base64.
  if (base64Texts.length < large.length) value = parse(base64Texts);
  return {
    value,
    decoded: decodePlaceholders(value, base64, { json, placeholderPrefix, base64Texts }),
  };
}

/** Replaces each of these texts in the document by a mark and its index. */
function withPlaceholders(json: Buffer, texts: readonly TextRange[], mark: string): Buffer {
  let position = 0;
  const chunks = texts.flatMap(({ start, end }, index) => {
    const before = json.subarray(position, start);
    position = end;
    return [before, Buffer.from(`${mark}${index}`)];
  });
  return Buffer.concat([...chunks, json.subarray(position)]);
}

/** A document with the ranges of its large Base64 texts, which marks replace. */
interface PlaceholderDocument {
  readonly json: Buffer;
  readonly placeholderPrefix: string;
  readonly base64Texts: readonly TextRange[];
}

/** Removes the Base64 of these members from the value and returns it decoded. */
function decodePlaceholders(
  value: unknown,
  paths: readonly MemberPath[],
  { json, placeholderPrefix, base64Texts }: PlaceholderDocument,
): ParsedJson['decoded'] {
  let free = json;
  const bytesByMark = new Map<string, Buffer | undefined>();
  for (const [index, { start, end }] of base64Texts.entries()) {
    const bytes = decodeBase64InPlace(json.subarray(start, end), free);
    free = free.subarray(bytes?.length ?? 0);
    bytesByMark.set(`${placeholderPrefix}${index}`, bytes);
  }
  return paths.flatMap((path) => {
    const text = memberAt(value, path);
    if (typeof text !== 'string') return [];
    const bytes = bytesByMark.has(text)
      ? bytesByMark.get(text)
      : copyToOwnMemory(decodeBase64(text));
    if (bytes || bytesByMark.has(text)) setMember(value, path, bytes ? '' : INVALID_BASE64);
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
  (memberAt(value, path.slice(0, -1)) as Record<string, unknown>)[path.at(-1) ?? ''] = text;
}

function memberAt(value: unknown, path: MemberPath): unknown {
  return path.reduce(memberOf, value);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
