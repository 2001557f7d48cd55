import { createHash, type Hash } from 'node:crypto';
import type { FieldError } from '../../core/errors';
import type { JsonSchema } from '../validation/schema';
import { BodyTooLarge } from '../problems/problems';
import { ByteAccumulator } from './byte-accumulator';
import { type IncomingFile, missingFileError, readForm, findEncodingErrors } from './form';
import { parseText } from './query-values';

/** The members of a body by their names in a form: the names that lead there, with points between them. */
export type FormFieldSchemas = ReadonlyMap<string, JsonSchema>;

/** A form that stands for a JSON body. */
interface BodyFormLayout {
  /** The member that comes as a file. */
  readonly file: { readonly name: string; readonly description: string };
  readonly fields: FormFieldSchemas;
  /** Bytes of it at most. */
  readonly limit: number;
  /** How many it may come to. */
  readonly most: number;
}

/** What a form says. */
interface ParsedBodyForm {
  /** As JSON would have it below its root, but that its file is its bytes. */
  readonly content: object;
  readonly faults: readonly FieldError[];
}

/** The members of an object that are no objects, at any depth. */
export function collectFormFields({ properties = {} }: JsonSchema): FormFieldSchemas {
  return new Map(
    Object.entries(properties).flatMap(([name, member]) =>
      member.properties
        ? [...collectFormFields(member)].map(
            ([inner, schema]) => [`${name}.${inner}`, schema] as const,
          )
        : [[name, member] as const],
    ),
  );
}

/**
 * Reads a multipart form as the JSON that it stands for. Unlike the files of an upload its file is held in memory, as
 * that of the JSON would be.
 * @param digest takes in what is the same for forms that say the same, in whichever order and between whichever
 * boundaries
 * @throws what reading a form throws
 */
export async function readBodyForm(
  { file, fields, limit, most }: BodyFormLayout,
  contentType: string,
  body: AsyncIterable<Buffer>,
  digest?: Hash,
): Promise<ParsedBodyForm> {
  // The limit of the body is that of the file, too: as in JSON it is the body that is too large then.
  const files = { ...file, most: 1, size: limit };
  const layout = { files, fields: fields.size, limit };
  const ofFile = digest && createHash('sha256');
  const take = (incoming: IncomingFile): Promise<Buffer> =>
    collectFile(incoming, new ByteAccumulator(most), limit, ofFile);
  const { given, files: taken } = await readForm(layout, contentType, body, take);
  const [bytes] = taken;
  const { content, faults } = toNestedBody(given, fields, file.name);
  if (bytes) content[file.name] = bytes;
  digest?.update(`form ${toCanonicalJson(given)}\n`).update(ofFile?.digest() ?? '');
  return { content, faults };
}

/** @param digest takes the bytes in */
async function collectFile(
  { content }: IncomingFile,
  gathered: ByteAccumulator,
  limit: number,
  digest?: Hash,
): Promise<Buffer> {
  for await (const piece of content) {
    if (!gathered.append(piece)) throw new BodyTooLarge({ limit });
    digest?.update(piece);
  }
  return gathered.bytes;
}

type Members = Record<string, unknown>;

/** Puts fields of text where JSON has them, as the types that it has; what is not known stays, for the check. */
function toNestedBody(
  given: Readonly<Members>,
  fields: FormFieldSchemas,
  fileName: string,
): { content: Members; faults: FieldError[] } {
  const content: Members = {};
  const faults: FieldError[] = [];
  for (const [name, value] of Object.entries(given)) {
    const schema = fields.get(name);
    const path = schema ? name.split('.') : [name];
    if (name === fileName) {
      faults.push(missingFileError(name));
      // Something stands there: that it is missing would be said as well.
      putMember(content, path, Buffer.alloc(0));
      continue;
    }
    if (typeof value === 'string') faults.push(...findEncodingErrors(value, `/${path.join('/')}`));
    // As in a query: what is empty was not filled in.
    if (value === '' && schema) continue;
    putMember(content, path, typeof value === 'string' ? parseText(value, schema) : value);
  }
  return { content, faults };
}

function putMember(content: Members, path: readonly string[], value: unknown): void {
  const [name = '', ...inner] = path;
  const own = Object.hasOwn(content, name) ? content[name] : undefined;
  const member = inner.length === 0 ? value : (own ?? {});
  // A text of that name is a fault already, and the check says so.
  if (inner.length > 0 && typeof member !== 'object') return;
  if (inner.length > 0) putMember(member as Members, inner, value);
  // A name that means something to objects is a name here.
  const plain = { enumerable: true, writable: true, configurable: true };
  Object.defineProperty(content, name, { value: member, ...plain });
}

function toCanonicalJson(given: Readonly<Members>): string {
  return JSON.stringify(Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1)));
}
