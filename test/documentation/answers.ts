import type { CommandBlock } from './pages';

/** An answer to a request as the page documents it, in the comment behind the command. */
export interface DocumentedAnswer {
  /** Line of the page where the comment begins. */
  readonly line: number;
  readonly status?: number;
  /** The body; `...` in it stands for whatever the page leaves out. */
  readonly body?: unknown;
}

const LEFT_OUT = '...';

/** Different in each store, or set by the clock. */
const changing = /^(id|code|hash|version|dateAdded|token|expiresAt)$/i;

/** The comments of a block that document an answer: a status, a body, or both. */
export function documentedAnswers({ line: first, lines }: CommandBlock): DocumentedAnswer[] {
  const answers: DocumentedAnswer[] = [];
  lines.forEach((text, at) => {
    const comment = /(?:^|\s)# +(.*)$/.exec(text)?.[1];
    if (comment === undefined || !/^([2-5]\d\d\b|\{)/.test(comment)) return;
    const isContinued = text.startsWith('#') && (lines[at - 1] ?? '').startsWith('#');
    if (isContinued) return;
    const status = /^\d{3}/.exec(comment)?.[0];
    const body = bodyIn([comment, ...commentLines(lines.slice(at + 1))].join('\n'));
    answers.push({
      line: first + at,
      ...(status === undefined ? {} : { status: Number(status) }),
      ...(body === undefined ? {} : { body }),
    });
  });
  return answers;
}

function commentLines(lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => !line.startsWith('#'));
  return lines.slice(0, end === -1 ? lines.length : end).map((line) => line.slice(1));
}

/** The JSON that a comment begins with or has after its words; prose may follow it. */
function bodyIn(comment: string): unknown {
  const start = comment.indexOf('{');
  if (start === -1) return undefined;
  let json = '';
  const open: string[] = [];
  for (const [token] of comment.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|\.{3}|[^"]/g)) {
    if (token === LEFT_OUT) {
      const isKey = open.at(-1) === '{' && /[{,]\s*$/.test(json);
      json += isKey ? `"${LEFT_OUT}":0` : `"${LEFT_OUT}"`;
      continue;
    }
    json += token;
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    if (open.length === 0) return JSON.parse(json);
  }
  throw new Error(`An answer without its end: ${comment}`);
}

/**
 * Where an answer differs from the page: keys, values and lengths of lists, except for ids and the like.
 * @returns undefined where they agree
 */
export function difference(shown: unknown, actual: unknown, path = ''): string | undefined {
  if (shown === LEFT_OUT) return undefined;
  if (typeof shown === 'string' && shown.endsWith(LEFT_OUT)) return kinds('', actual, path);
  if (Array.isArray(shown)) return listDifference(shown, actual, path);
  if (isObject(shown)) return objectDifference(shown, actual, path);
  if (changing.test(path.split('/').at(-1) ?? '')) return kinds(shown, actual, path);
  return shown === actual ? undefined : told(path, shown, actual);
}

function kinds(shown: unknown, actual: unknown, path: string): string | undefined {
  return typeof shown === typeof actual ? undefined : told(path, typeof shown, actual);
}

function listDifference(shown: unknown[], actual: unknown, path: string): string | undefined {
  if (!Array.isArray(actual)) return told(path, 'a list', actual);
  const elements = shown.filter((element) => element !== LEFT_OUT);
  if (elements.length === shown.length && elements.length !== actual.length)
    return told(path, `${elements.length} elements`, actual);
  const missing = elements.find((element) =>
    actual.every((one) => difference(element, one, path) !== undefined),
  );
  if (missing === undefined) return undefined;
  return actual.length === 1
    ? difference(missing, actual[0], `${path}/0`)
    : told(path, missing, actual);
}

function objectDifference(shown: object, actual: unknown, path: string): string | undefined {
  if (!isObject(actual)) return told(path, 'an object', actual);
  const { [LEFT_OUT]: isPart, ...members } = shown as Record<string, unknown>;
  const unknown = Object.keys(actual).filter((key) => !(key in members));
  if (isPart === undefined && unknown.length > 0)
    return `${path || '/'}: the page does not show ${unknown.join()}`;
  for (const [key, value] of Object.entries(members)) {
    if (!(key in actual)) return `${path || '/'}: ${key} is missing`;
    const found = difference(value, actual[key], `${path}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function told(path: string, shown: unknown, actual: unknown): string {
  return `${path || '/'}: the page shows ${JSON.stringify(shown)}, the answer has ${JSON.stringify(actual)}`;
}
