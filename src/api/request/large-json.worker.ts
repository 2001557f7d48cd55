import { decodeBase64 } from '../../core/base64';
import { isMostlyText, JsonError, parseJson } from '../../core/json';
import { asBuffer, giving } from '../../threads/given-bytes';
import { garbageCollector } from '../../threads/steady-heap';
import { lowerPriority } from '../../threads/thread-priority';

/** A large JSON body, and what is wanted of it. */
export interface LargeJsonTask {
  /** Is given back with what was decoded: that stands in its place. */
  readonly body: Uint8Array;
  /** Bytes outside of its texts, and elements of an array or object, at most. */
  readonly most: { readonly outside: number; readonly elements: number };
  /** Where texts in Base64 may stand: the names of the members that lead there. */
  readonly base64: readonly Place[];
}

export type Place = readonly string[];

/** What it says. */
export interface ParsedJson {
  readonly value: unknown;
  /** What was Base64 at these places, which are empty texts in the value. */
  readonly decoded: readonly { readonly place: Place; readonly bytes: Uint8Array }[];
}

/** Why it is refused; without a code it is no JSON in UTF-8. */
export interface RefusedJson {
  readonly code?: JsonError['code'];
  readonly message: string;
  readonly pointer?: string;
}

// Smaller requests go first.
lowerPriority();

const collectGarbage = garbageCollector();

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a body, and decodes what of it is Base64. Its texts of megabytes would stay for the next bodies if they were
 * not cleared away at once.
 */
export function parse(task: LargeJsonTask): unknown {
  const answer = parsedIn(task);
  collectGarbage();
  const decoded = 'decoded' in answer ? answer.decoded : [];
  return giving(
    answer,
    decoded.map(({ bytes }) => bytes),
  );
}

function parsedIn({ body, most, base64 }: LargeJsonTask): ParsedJson | RefusedJson {
  const json = asBuffer(body);
  if (!isMostlyText(json, most.outside)) {
    const message = `The JSON may have at most ${most.outside} bytes outside of its texts, and few texts.`;
    return { code: 'json.tooMany', message };
  }
  try {
    const value = parseJson(utf8.decode(json), most.elements);
    return { value, decoded: decodedIn(value, base64, json) };
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof JsonError)) return { message };
    const { code, pointer } = error;
    return { code, message, pointer };
  }
}

/**
 * Takes the Base64 at these places out of the value.
 * @param room as large as the JSON was
 */
function decodedIn(value: unknown, places: readonly Place[], room: Buffer): ParsedJson['decoded'] {
  let free = room;
  return places.flatMap((place) => {
    const name = place.at(-1) ?? '';
    const parent = place.slice(0, -1).reduce<unknown>(memberOf, value);
    const text = memberOf(parent, name);
    const bytes = typeof text === 'string' ? decodeBase64(text, free) : undefined;
    if (!bytes) return [];
    (parent as Record<string, unknown>)[name] = '';
    free = free.subarray(bytes.length);
    return [{ place, bytes }];
  });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
