import { createHash, type Hash } from 'node:crypto';
import type { FieldError } from '../../core/errors';
import type { JsonSchema } from '../validation/schema';
import { BodyTooLarge } from '../problems/api-errors';
import { ByteAccumulator } from './byte-accumulator';
import { type IncomingFile, createMissingFileError, readForm, findEncodingErrors } from './form';
import { parseBySchema } from './query-values';

/** The schemas of a body's members by their names in a form: the members' paths, separated by dots. */
export type FormFieldSchemas = ReadonlyMap<string, JsonSchema>;

/** Layout of a form that replaces a JSON body. */
interface FormAlternativeLayout {
  /** The member that is sent as a file. */
  readonly file: { readonly name: string; readonly description: string };
  readonly fields: FormFieldSchemas;
  /** Maximum size of the body in bytes. */
  readonly maxOperationBytes: number;
  /** Maximum size of this request's body in bytes, at most `maxOperationBytes`. */
  readonly maxRequestBytes: number;
}

/** The content of a form. */
interface ParsedFormAlternative {
  /** The same object as the root of the JSON body would contain, except that the file is a buffer. */
  readonly content: object;
  readonly fieldErrors: readonly FieldError[];
}

/** The members of an object, at any depth, that are not objects. */
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
 * Parses a multipart form into the object that the JSON body would contain. Its file is held in memory, as with JSON.
 * @param digest updated with the fields and the file's hash, independently of the order of parts and the boundary
 * @throws the same errors as `readForm`
 */
export async function readFormAlternative(
  { file, fields, maxOperationBytes, maxRequestBytes }: FormAlternativeLayout,
  contentType: string,
  body: AsyncIterable<Buffer>,
  digest?: Hash,
): Promise<ParsedFormAlternative> {
  // The file may be as large as the body; as with JSON, BodyTooLarge is thrown beyond that.
  const files = { ...file, maxCount: 1, maxBytes: maxOperationBytes };
  const formLimits = { files, fieldCount: fields.size, maxBytes: maxOperationBytes };
  const fileDigest = digest && createHash('sha256');
  const collect = (incoming: IncomingFile): Promise<Buffer> =>
    collectFile(incoming, new ByteAccumulator(maxRequestBytes), maxOperationBytes, fileDigest);
  const { fields: fieldValues, files: buffers } = await readForm(
    formLimits,
    contentType,
    body,
    collect,
  );
  const [bytes] = buffers;
  const { content, fieldErrors } = toNestedBody(fieldValues, fields, file.name);
  if (bytes) content[file.name] = bytes;
  digest?.update(`form ${toCanonicalJson(fieldValues)}\n`).update(fileDigest?.digest() ?? '');
  return { content, fieldErrors };
}

/**
 * Collects the bytes of a file.
 * @param digest updated with the bytes
 */
async function collectFile(
  { content }: IncomingFile,
  accumulator: ByteAccumulator,
  limit: number,
  digest?: Hash,
): Promise<Buffer> {
  for await (const chunk of content) {
    if (!accumulator.append(chunk)) throw new BodyTooLarge({ limit });
    digest?.update(chunk);
  }
  return accumulator.bytes;
}

type Members = Record<string, unknown>;

/**
 * Converts text fields to the nested members and types of the JSON body. Unknown fields stay, so that the check finds
 * them.
 */
function toNestedBody(
  fieldValues: Readonly<Members>,
  fields: FormFieldSchemas,
  filePartName: string,
): { content: Members; fieldErrors: FieldError[] } {
  const content: Members = {};
  const fieldErrors: FieldError[] = [];
  for (const [name, value] of Object.entries(fieldValues)) {
    const schema = fields.get(name);
    const path = schema ? name.split('.') : [name];
    if (name === filePartName) {
      fieldErrors.push(createMissingFileError(name));
      // A placeholder, so that the check doesn't report the file as missing, too.
      putMember(content, path, Buffer.alloc(0));
      continue;
    }
    if (typeof value === 'string')
      fieldErrors.push(...findEncodingErrors(value, `/${path.join('/')}`));
    // As in a query, an empty text counts as not filled in.
    if (value === '' && schema) continue;
    putMember(content, path, typeof value === 'string' ? parseBySchema(value, schema) : value);
  }
  return { content, fieldErrors };
}

function putMember(content: Members, path: readonly string[], value: unknown): void {
  const [name = '', ...inner] = path;
  const existing = Object.hasOwn(content, name) ? content[name] : undefined;
  const member = inner.length === 0 ? value : (existing ?? {});
  // A text with that name is a fault already, which the check reports.
  if (inner.length > 0 && typeof member !== 'object') return;
  if (inner.length > 0) putMember(member as Members, inner, value);
  // Names such as `__proto__` are plain names here.
  const descriptor = { enumerable: true, writable: true, configurable: true };
  Object.defineProperty(content, name, { value: member, ...descriptor });
}

function toCanonicalJson(fieldValues: Readonly<Members>): string {
  return JSON.stringify(Object.entries(fieldValues).sort(([a], [b]) => (a < b ? -1 : 1)));
}
