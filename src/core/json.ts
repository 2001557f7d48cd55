/** Deepest nesting of objects and arrays that is accepted. */
export const MAX_JSON_DEPTH = 32;

/** A text that is no JSON document that the service accepts. */
export class JsonError extends Error {
  constructor(
    readonly code: 'json.malformed' | 'json.tooDeep' | 'json.tooMany' | 'json.duplicateKey',
    message: string,
    /** JSON pointer to what is wrong; empty: the document as a whole. */
    readonly pointer = '',
  ) {
    super(message);
  }
}

/** How many values a JSON document may have. */
export interface JsonLimits {
  /** Elements of one array, and members of one object. */
  readonly maxPerContainer: number;
  /** Members of all objects together, and elements of all arrays together. */
  readonly maxTotal: number;
}

const UNLIMITED: JsonLimits = { maxPerContainer: Infinity, maxTotal: Infinity };

/**
 * Parses JSON (RFC 8259) more strictly than JSON.parse: no object names a member twice, nothing is
 * nested deeper than MAX_JSON_DEPTH. Members called `__proto__` become plain own members, as with JSON.parse.
 * @throws JsonError
 */
export function parseJson(
  text: string,
  { maxPerContainer, maxTotal }: JsonLimits = UNLIMITED,
): unknown {
  const named = countNamedMembers(text, maxTotal);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonError('json.malformed', 'The text is not valid JSON.');
  }
  // Of a member that is named twice JSON.parse keeps one.
  if (countMembers(value, maxPerContainer) !== named) assertStructure(text, maxPerContainer);
  return value;
}

/**
 * How many members a JSON text names. Its depth and the number of its values are judged here, before it is parsed: a
 * mebibyte of brackets or of short members takes long to parse.
 * @throws JsonError
 */
function countNamedMembers(text: string, most: number): number {
  let depth = 0;
  let members = 0;
  // Members and elements: one in each object or array that is not empty, and one behind each comma.
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (end < 0) break;
      at = end;
    } else if (code === COLON) members++;
    else if (code === COMMA) values++;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth++;
      if (!isClosing(nextCharacter(text, at + 1))) values++;
    } else if (isClosing(code)) depth--;
    if (depth > MAX_JSON_DEPTH) {
      throw new JsonError(
        'json.tooDeep',
        `The JSON is nested deeper than ${MAX_JSON_DEPTH} levels.`,
      );
    }
    // The last value may be a member whose colon is still to come.
    if (members > most || values - members > most + 1) throw tooManyValues(most);
  }
  if (values - members > most) throw tooManyValues(most);
  return members;
}

function tooManyValues(most: number): JsonError {
  const detail = `The JSON has more than ${most} members of objects, or more than ${most} elements of arrays.`;
  return new JsonError('json.tooMany', detail);
}

/** How many members the objects of a value have in all; NaN where an array or object holds more than `most`. */
function countMembers(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (parts.length > most) return NaN;
  let members = Array.isArray(value) ? 0 : parts.length;
  for (const part of parts) members += countMembers(part, most);
  return members;
}

/** Quotation marks of a document that is mostly text, at most. */
const MAX_QUOTES = 10_000;

/**
 * Whether JSON that has not been parsed yet is long for its texts and not for its structure, which costs
 * many times as much to parse. What is no JSON may pass.
 * @param json in UTF-8
 * @param most bytes outside of texts
 */
export function isMostlyText(json: Buffer, most: number): boolean {
  let outside = 0;
  let quotes = 0;
  for (let at = 0; at >= 0 && at < json.length;) {
    const start = json.indexOf(QUOTE, at);
    outside += (start < 0 ? json.length : start) - at;
    if (outside > most) return false;
    let end = start;
    do {
      end = end < 0 ? -1 : json.indexOf(QUOTE, end + 1);
      quotes += 1;
      if (quotes > MAX_QUOTES) return false;
    } while (end >= 0 && isEscapedByte(json, end));
    at = end < 0 ? -1 : end + 1;
  }
  return true;
}

/** A text of a JSON document: the place of its first byte behind the quotation mark, and of the mark that ends it. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the large texts of a JSON document stand that has not been parsed yet; names of members are not looked for.
 * @param json in UTF-8
 * @param least bytes
 */
export function findLargeTexts(json: Buffer, least: number): TextRange[] {
  const found: TextRange[] = [];
  for (let start = json.indexOf(QUOTE); start >= 0;) {
    let end = json.indexOf(QUOTE, start + 1);
    while (end >= 0 && isEscapedByte(json, end)) end = json.indexOf(QUOTE, end + 1);
    if (end < 0) break;
    if (end - start > least && !isMemberName(json, end)) found.push({ start: start + 1, end });
    start = json.indexOf(QUOTE, end + 1);
  }
  return found;
}

/** Whether a colon follows a text. */
function isMemberName(json: Buffer, end: number): boolean {
  let at = end + 1;
  while ((json[at] ?? Infinity) <= SPACE) at++;
  return json[at] === COLON;
}

function isEscapedByte(json: Buffer, at: number): boolean {
  let backslashes = 0;
  while (json[at - 1 - backslashes] === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

/** An object or array that is being walked. */
interface OpenContainer {
  /** Names of the members so far, the current one last; an array has none. */
  readonly members?: Set<string>;
  /** Commas so far: one less than there are elements. */
  commas: number;
}

/** Walks the tokens of a text that is known to be valid JSON, and shallow. @throws JsonError that says where it is wrong */
function assertStructure(text: string, most: number): void {
  const open: OpenContainer[] = [];
  for (let at = 0; at < text.length; at++) {
    const current = open[open.length - 1];
    switch (text.charCodeAt(at)) {
      case OPEN_OBJECT:
        open.push({ members: new Set(), commas: 0 });
        break;
      case OPEN_ARRAY:
        open.push({ commas: 0 });
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        open.pop();
        break;
      case COMMA:
        if (current && ++current.commas >= most) {
          throw new JsonError(
            'json.tooMany',
            `An array or object holds more than ${most} elements.`,
            toPointer(open),
          );
        }
        break;
      case QUOTE: {
        const end = endOfString(text, at);
        const isName = current?.members && nextCharacter(text, end + 1) === COLON;
        if (isName) addMember(current.members, text.slice(at, end + 1));
        at = end;
      }
    }
  }
}

/** Where the innermost of the open objects and arrays stands. */
function toPointer(open: readonly OpenContainer[]): string {
  return open
    .slice(0, -1)
    .map(
      ({ members, commas }) =>
        `/${escapePointerSegment([...(members ?? [])].at(-1) ?? String(commas))}`,
    )
    .join('');
}

/** A member's name as a part of a JSON pointer (RFC 6901). */
export function escapePointerSegment(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1');
}

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Where the string ends that begins at a quotation mark; -1: nowhere. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

function isClosing(code: number): boolean {
  return code === CLOSE_ARRAY || code === CLOSE_OBJECT;
}

function nextCharacter(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) at++;
  return text.charCodeAt(at);
}

function addMember(members: Set<string>, token: string): void {
  const name = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  if (members.has(name)) {
    throw new JsonError(
      'json.duplicateKey',
      `The member ${JSON.stringify(name)} stands twice in one object.`,
    );
  }
  members.add(name);
}
