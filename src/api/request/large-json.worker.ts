import { randomUUID } from 'node:crypto';
import { decodeBase64, decodeBase64InPlace } from '../../core/base64';
import {
  isMostlyText,
  JsonError,
  type JsonLimits,
  findLargeTexts,
  parseJson,
  type TextRange,
} from '../../core/json';
import { toBuffer, withTransfer } from '../../threads/transferred-bytes';
import { exposeGarbageCollector } from '../../threads/heap-growth';
import { lowerThreadPriority } from '../../threads/thread-priority';

/** A large JSON body, and what is wanted of it. */
export interface LargeJsonTask {
  /** Is given back with what was decoded: that stands in its place. */
  readonly body: Uint8Array;
  /** Bytes outside of its texts, and values, at most. */
  readonly most: { readonly outside: number; readonly values: JsonLimits };
  /** Where texts in Base64 may stand: the names of the members that lead there. */
  readonly base64: readonly MemberPath[];
}

export type MemberPath = readonly string[];

/** What it says. */
export interface ParsedJson {
  readonly value: unknown;
  /** What was Base64 at these places, which are empty texts in the value. */
  readonly decoded: readonly { readonly place: MemberPath; readonly bytes: Uint8Array }[];
}

/** Why it is refused; without a code it is no JSON in UTF-8. */
export interface RejectedJson {
  readonly code?: JsonError['code'];
  readonly message: string;
  readonly pointer?: string;
}

// Smaller requests go first.
lowerThreadPriority();

const collectThreadGarbage = exposeGarbageCollector();

/** Texts of Base64 from this size on are decoded where they stand. */
const LARGE_TEXT_BYTES = 65_536;

/** Stands for a large text that is meant to be Base64, and is none. */
const INVALID_BASE64 = '=';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Texts that come to this much are cleared away at once: they would stay for the next bodies. */
const LARGE_GARBAGE_BYTES = 1024 * 1024;

/** Parses a body, and decodes what of it is Base64. */
export function parse(task: LargeJsonTask): unknown {
  const answer = parseTask(task);
  const decoded = ('decoded' in answer ? answer.decoded : []).map(({ bytes }) => bytes);
  const inTexts = decoded.reduce(
    (left, { length }) => left - lengthInBase64(length),
    task.body.length,
  );
  if (inTexts > LARGE_GARBAGE_BYTES) collectThreadGarbage();
  return withTransfer(answer, decoded);
}

/** @param length in bytes */
function lengthInBase64(length: number): number {
  return Math.ceil(length / 3) * 4;
}

function parseTask({ body, most, base64 }: LargeJsonTask): ParsedJson | RejectedJson {
  const json = toBuffer(body);
  if (!isMostlyText(json, most.outside)) {
    const message = `The JSON may have at most ${most.outside} bytes outside of its texts, and few texts.`;
    return { code: 'json.tooMany', message };
  }
  try {
    return parseWithBase64(base64, json, most.values);
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof JsonError)) return { message };
    const { code, pointer } = error;
    return { code, message, pointer };
  }
}

/**
 * Parses a document without its large texts in Base64, which are decoded where they are: as texts they would take their
 * memory twice more. Marks that nobody can guess stand for them meanwhile.
 */
function parseWithBase64(
  base64: readonly MemberPath[],
  json: Buffer,
  limits: JsonLimits,
): ParsedJson {
  const mark = randomUUID();
  const parse = (texts: readonly TextRange[]): unknown =>
    parseJson(utf8.decode(withPlaceholders(json, texts, mark)), limits);
  const large = findLargeTexts(json, LARGE_TEXT_BYTES);
  let value = parse(large);
  const meant = large.filter((_, at) =>
    base64.some((place) => memberAt(value, place) === `${mark}${at}`),
  );
  // Those elsewhere are texts, whatever is in them.
  if (meant.length < large.length) value = parse(meant);
  return { value, decoded: decodePlaceholders(value, base64, { json, mark, large: meant }) };
}

/** The document with a mark for each of these texts: its number follows. */
function withPlaceholders(json: Buffer, texts: readonly TextRange[], mark: string): Buffer {
  let at = 0;
  const pieces = texts.flatMap(({ start, end }, index) => {
    const before = json.subarray(at, start);
    at = end;
    return [before, Buffer.from(`${mark}${index}`)];
  });
  return Buffer.concat([...pieces, json.subarray(at)]);
}

/** A document, and where its large texts in Base64 stand, for which there are marks. */
interface PlaceholderDocument {
  readonly json: Buffer;
  readonly mark: string;
  readonly large: readonly TextRange[];
}

/** Takes the Base64 at these places out of the value. */
function decodePlaceholders(
  value: unknown,
  places: readonly MemberPath[],
  { json, mark, large }: PlaceholderDocument,
): ParsedJson['decoded'] {
  let free = json;
  const ofText = new Map<string, Buffer | undefined>();
  for (const [index, { start, end }] of large.entries()) {
    const bytes = decodeBase64InPlace(json.subarray(start, end), free);
    free = free.subarray(bytes?.length ?? 0);
    ofText.set(`${mark}${index}`, bytes);
  }
  return places.flatMap((place) => {
    const text = memberAt(value, place);
    if (typeof text !== 'string') return [];
    const bytes = ofText.has(text) ? ofText.get(text) : copyToOwnMemory(decodeBase64(text));
    if (bytes || ofText.has(text)) setMember(value, place, bytes ? '' : INVALID_BASE64);
    return bytes ? [{ place, bytes }] : [];
  });
}

/** In memory of its own, as it is given away. */
function copyToOwnMemory(bytes: Buffer | undefined): Buffer | undefined {
  if (!bytes) return undefined;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

function setMember(value: unknown, place: MemberPath, text: string): void {
  (memberAt(value, place.slice(0, -1)) as Record<string, unknown>)[place.at(-1) ?? ''] = text;
}

function memberAt(value: unknown, place: MemberPath): unknown {
  return place.reduce(memberOf, value);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
