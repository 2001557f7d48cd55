/** Deepest nesting of objects and arrays that is accepted. */
export const MAX_DEPTH = 32;

/** A text that is no JSON document that the service accepts. */
export class JsonError extends Error {
  constructor(
    readonly code: 'json.malformed' | 'json.tooDeep' | 'json.duplicateKey',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Parses JSON (RFC 8259) more strictly than JSON.parse: no object names a member twice, nothing is
 * nested deeper than MAX_DEPTH. Members called `__proto__` become plain own members, as with JSON.parse.
 * @throws JsonError
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonError('json.malformed', 'The text is not valid JSON.');
  }
  checkStructure(text);
  return value;
}

/** Walks the tokens of a text that is known to be valid JSON. */
function checkStructure(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === OPEN_OBJECT || character === OPEN_ARRAY) {
      open.push(character === OPEN_OBJECT ? new Set() : undefined);
      if (open.length > MAX_DEPTH) {
        throw new JsonError('json.tooDeep', `The JSON is nested deeper than ${MAX_DEPTH} levels.`);
      }
    } else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) {
      open.pop();
    } else if (character === QUOTE) {
      const end = endOfString(text, at);
      const members = open[open.length - 1];
      if (members && nextCharacter(text, end + 1) === COLON) noteMember(members, text.slice(at, end + 1));
      at = end;
    }
  }
}

const QUOTE = 34;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

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

function nextCharacter(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 32) at++;
  return text.charCodeAt(at);
}

function noteMember(members: Set<string>, token: string): void {
  const name = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  if (members.has(name)) {
    throw new JsonError('json.duplicateKey', `The member ${JSON.stringify(name)} stands twice in one object.`);
  }
  members.add(name);
}
