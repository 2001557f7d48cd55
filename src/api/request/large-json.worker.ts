import { decodeBase64 } from '../../core/base64';
import { isMostlyText, JsonError, parseJson } from '../../core/json';
import { giving, owned, type OwnedBytes } from '../../threads/given-bytes';
import { lowerPriority } from '../../threads/thread-priority';

/** A large JSON body, and what is wanted of it. */
export interface LargeJsonTask {
  /** The body, one after the other. */
  readonly pieces: readonly Uint8Array[];
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
  readonly decoded: readonly { readonly place: Place; readonly bytes: OwnedBytes }[];
}

/** Why it is refused; without a code it is no JSON in UTF-8. */
export interface RefusedJson {
  readonly code?: JsonError['code'];
  readonly message: string;
}

// Smaller requests go first.
lowerPriority();

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses a body, and decodes what of it is Base64. */
export function parse({ pieces, most, base64 }: LargeJsonTask): unknown {
  const json = Buffer.concat(pieces);
  if (!isMostlyText(json, most.outside)) {
    const message = `The JSON may have at most ${most.outside} bytes outside of its texts, and few texts.`;
    return { code: 'json.tooMany', message } satisfies RefusedJson;
  }
  try {
    const value = parseJson(utf8.decode(json), most.elements);
    const decoded = base64.flatMap((place) => decodedAt(value, place) ?? []);
    return giving(
      { value, decoded } satisfies ParsedJson,
      decoded.map(({ bytes }) => bytes),
    );
  } catch (error) {
    const code = error instanceof JsonError ? { code: error.code } : {};
    return { ...code, message: (error as Error).message } satisfies RefusedJson;
  }
}

/** Takes the Base64 at a place out of the value. */
function decodedAt(value: unknown, place: Place): ParsedJson['decoded'][number] | undefined {
  const name = place.at(-1) ?? '';
  const parent = place.slice(0, -1).reduce<unknown>(memberOf, value);
  const text = memberOf(parent, name);
  const found = typeof text === 'string' ? decodeBase64(text) : undefined;
  if (!found) return undefined;
  (parent as Record<string, unknown>)[name] = '';
  return { place, bytes: owned(found) };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
