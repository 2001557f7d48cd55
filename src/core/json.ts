/** Deepest nesting of objects and arrays that is accepted. */
export const MAX_JSON_DEPTH = 32;

/** The error for a text that is not an acceptable JSON document. */
export class JsonError extends Error {
  constructor(
    readonly code: 'json.malformed' | 'json.tooDeep' | 'json.tooMany' | 'json.duplicateKey',
    message: string,
    /** JSON pointer to the fault; empty: the document as a whole. */
    readonly pointer = '',
  ) {
    super(message);
  }
}

/** Maximum numbers of values in a JSON document. */
export interface JsonLimits {
  /** Elements of an array, or members of an object. */
  readonly maxPerContainer: number;
  /** Members of all objects together, or elements of all arrays together. */
  readonly maxTotal: number;
}

const UNLIMITED: JsonLimits = { maxPerContainer: Infinity, maxTotal: Infinity };

/**
 * Parses JSON (RFC 8259) more strictly than JSON.parse: member names must be unique within an object, and the nesting
 * is limited to MAX_JSON_DEPTH. Members with the name `__proto__` become plain own members, as with JSON.parse.
 * @throws JsonError
 */
export function parseJson(
  text: string,
  { maxPerContainer, maxTotal }: JsonLimits = UNLIMITED,
): unknown {
  const namedMembers = countNamedMembers(text, maxTotal);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonError('json.malformed', 'The text is not valid JSON.');
  }
  // If a name is repeated, JSON.parse keeps only one of the members.
  if (countMembers(value, maxPerContainer) !== namedMembers)
    assertUniqueNamesAndLimits(text, maxPerContainer);
  return value;
}

/**
 * Counts the members that a JSON text names, and checks its depth and its number of values. This comes before parsing,
 * because a mebibyte of brackets or short members takes long to parse.
 * @throws JsonError
 */
function countNamedMembers(text: string, max: number): number {
  let depth = 0;
  let memberCount = 0;
  // Members and elements: one for each object or array that is not empty, and one for each comma.
  let valueCount = 0;
  for (let index = 0; index < text.length; index++) {
    const charCode = text.charCodeAt(index);
    if (charCode === QUOTE) {
      const end = endOfString(text, index);
      if (end < 0) break;
      index = end;
    } else if (charCode === COLON) memberCount++;
    else if (charCode === COMMA) valueCount++;
    else if (charCode === OPEN_ARRAY || charCode === OPEN_OBJECT) {
      depth++;
      if (!isClosing(nextNonSpaceCharCode(text, index + 1))) valueCount++;
    } else if (isClosing(charCode)) depth--;
    if (depth > MAX_JSON_DEPTH) {
      throw new JsonError(
        'json.tooDeep',
        `The JSON is nested deeper than ${MAX_JSON_DEPTH} levels.`,
      );
    }
    // The colon of the last member may be missing still.
    if (memberCount > max || valueCount - memberCount > max + 1)
      throw createTooManyValuesError(max);
  }
  if (valueCount - memberCount > max) throw createTooManyValuesError(max);
  return memberCount;
}

function createTooManyValuesError(max: number): JsonError {
  const detail = `The JSON has more than ${max} members of objects, or more than ${max} elements of arrays.`;
  return new JsonError('json.tooMany', detail);
}

/** Counts the members of all objects in a value; NaN if an array or object has more than `max` parts. */
function countMembers(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (children.length > max) return NaN;
  let memberCount = Array.isArray(value) ? 0 : children.length;
  for (const part of children) memberCount += countMembers(part, max);
  return memberCount;
}

/** Maximum number of quotation marks in a document that is mostly text. */
export const MAX_QUOTES = 10_000;

/**
 * Whether most of an unparsed JSON document is text and not structure, which is many times as expensive to parse.
 * Invalid JSON may pass.
 * @param json JSON in UTF-8
 * @param maxStructureBytes maximum number of bytes outside of texts
 */
export function isMostlyStrings(json: Buffer, maxStructureBytes: number): boolean {
  let structureBytes = 0;
  let quotes = 0;
  for (let index = 0; index >= 0 && index < json.length;) {
    const start = json.indexOf(QUOTE, index);
    structureBytes += (start < 0 ? json.length : start) - index;
    if (structureBytes > maxStructureBytes) return false;
    let end = start;
    do {
      end = end < 0 ? -1 : json.indexOf(QUOTE, end + 1);
      quotes += 1;
      if (quotes > MAX_QUOTES) return false;
    } while (end >= 0 && isEscapedByte(json, end));
    index = end < 0 ? -1 : end + 1;
  }
  return true;
}

/** The range of a text in a JSON document: from the first byte after the opening quotation mark to the closing one. */
export interface StringRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the large texts of an unparsed JSON document, except names of members.
 * @param json JSON in UTF-8
 * @param minBytes minimum size of a large text
 */
export function findLargeStrings(json: Buffer, minBytes: number): StringRange[] {
  const found: StringRange[] = [];
  for (let start = json.indexOf(QUOTE); start >= 0;) {
    let end = json.indexOf(QUOTE, start + 1);
    while (end >= 0 && isEscapedByte(json, end)) end = json.indexOf(QUOTE, end + 1);
    if (end < 0) break;
    if (end - start > minBytes && !isMemberName(json, end)) found.push({ start: start + 1, end });
    start = json.indexOf(QUOTE, end + 1);
  }
  return found;
}

/** Whether a colon follows a text. */
function isMemberName(json: Buffer, end: number): boolean {
  let index = end + 1;
  while ((json[index] ?? Infinity) <= SPACE) index++;
  return json[index] === COLON;
}

function isEscapedByte(json: Buffer, index: number): boolean {
  let backslashes = 0;
  while (json[index - 1 - backslashes] === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

/** An object or array whose end has not been reached. */
interface OpenContainer {
  /** Names of the members so far, with the current one last; undefined for an array. */
  readonly members?: Set<string>;
  /** Number of commas so far, which is the index of the current element. */
  commas: number;
}

/**
 * Finds duplicate names and too many values in a text that is valid JSON and not too deep.
 * @throws JsonError with a pointer
 */
function assertUniqueNamesAndLimits(text: string, max: number): void {
  const openContainers: OpenContainer[] = [];
  for (let index = 0; index < text.length; index++) {
    const current = openContainers[openContainers.length - 1];
    switch (text.charCodeAt(index)) {
      case OPEN_OBJECT:
        openContainers.push({ members: new Set(), commas: 0 });
        break;
      case OPEN_ARRAY:
        openContainers.push({ commas: 0 });
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        openContainers.pop();
        break;
      case COMMA:
        if (current && ++current.commas >= max) {
          throw new JsonError(
            'json.tooMany',
            `An array or object has more than ${max} elements.`,
            toPointer(openContainers),
          );
        }
        break;
      case QUOTE: {
        const end = endOfString(text, index);
        const isName = current?.members && nextNonSpaceCharCode(text, end + 1) === COLON;
        if (isName) addUniqueMember(current.members, text.slice(index, end + 1));
        index = end;
      }
    }
  }
}

/** JSON pointer to the innermost open object or array. */
function toPointer(openContainers: readonly OpenContainer[]): string {
  return openContainers
    .slice(0, -1)
    .map(
      ({ members, commas }) =>
        `/${escapePointerSegment([...(members ?? [])].at(-1) ?? String(commas))}`,
    )
    .join('');
}

/** Escapes a member's name for a JSON pointer (RFC 6901). */
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

/** Index of the closing quotation mark of a string; -1 if it is missing. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

function isClosing(code: number): boolean {
  return code === CLOSE_ARRAY || code === CLOSE_OBJECT;
}

function nextNonSpaceCharCode(text: string, from: number): number {
  let index = from;
  while (text.charCodeAt(index) <= SPACE) index++;
  return text.charCodeAt(index);
}

function addUniqueMember(members: Set<string>, token: string): void {
  const name = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  if (members.has(name)) {
    throw new JsonError(
      'json.duplicateKey',
      `The member ${JSON.stringify(name)} appears twice in an object.`,
    );
  }
  members.add(name);
}
