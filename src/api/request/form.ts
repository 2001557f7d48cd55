import { Readable, type Writable } from 'node:stream';
import type { Request } from 'express';
import multer, { MulterError, type Options, type StorageEngine } from 'multer';
import { DomainError, type FieldError, InvalidRequest } from '../../core/errors';
import type { FormDeclaration, FormFiles } from '../operation/operation';
import { TooManyFormFiles, FormFileTooLarge, FormMalformed } from '../problems/api-errors';
import { listMembers } from '../validation/dto';
import type { Validator } from '../validation/validator-compiler';
import { BoundaryCounter } from './boundary-counter';
import { FormBodyPump } from './form-body-pump';

/** A file of a form while it is being received. */
export interface IncomingFile {
  /** The decoded name from the sender; it may contain any characters. */
  readonly name: string;
  /** Pointer to the file for errors: `/file/0`. */
  readonly pointer: string;
  /** The bytes in the order of their arrival. Throws if they break off, arrive too slowly or exceed the limit. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Stores one file, or throws. It reads either the whole content or nothing. */
export type FileHandler<F> = (file: IncomingFile) => Promise<F>;

/** Maximum number of undeclared text fields that are read, so that errors can name them. */
const MAX_UNDECLARED_FIELDS = 10;
/** Maximum size in bytes of a field's name, and of its text. */
const MAX_FIELD_NAME_BYTES = 100;
const MAX_FIELD_BYTES = 8 * 1024;
/** Maximum size in bytes of the body without its files. */
const MAX_OVERHEAD_BYTES = 1024 * 1024;
/** Replaces bytes that are not UTF-8 in decoded text. */
const REPLACEMENT_CHARACTER = '\uFFFD';
/** Content-Transfer-Encodings that leave the bytes unchanged (RFC 7578, 4.7, has deprecated all others). */
const IDENTITY_ENCODINGS = new Set(['7bit', '8bit', 'binary']);

/** Limits of a form. */
export interface FormLimits {
  readonly files: FormFiles;
  /** Number of declared text fields. */
  readonly fieldCount: number;
  /** Maximum size of the whole body in bytes. */
  readonly maxBytes: number;
}

/**
 * Reads a form to its end.
 * @param body bytes of the form (body-stream.ts)
 * @param handleFile receives one file after the other
 * @returns the fields as they were sent (a text, or an array if a name is repeated), and the results of `handleFile`
 * @throws FormMalformed, FormFileTooLarge, TooManyFormFiles, BodyTooLarge, BodyTooSlow, InvalidRequest for invalid
 * UTF-8, and the errors of `handleFile`. Every call of it has ended by then.
 */
export async function readForm<F>(
  formLimits: FormLimits,
  contentType: string,
  body: AsyncIterable<Buffer>,
  handleFile: FileHandler<F>,
): Promise<{ fields: Record<string, unknown>; files: readonly F[] }> {
  const reader = new FormReader(formLimits, contentType, body, handleFile);
  const fields = await reader.read();
  return { fields, files: await reader.waitForFiles() };
}

/** The fault of a text that is not UTF-8, in an array; an empty array for all others. */
export function findEncodingErrors(text: string, pointer: string): FieldError[] {
  if (!text.includes(REPLACEMENT_CHARACTER)) return [];
  return [{ pointer, code: 'text.encoding', detail: 'The text must be UTF-8.' }];
}

/** The fault of a text in place of a file. */
export function createMissingFileError(name: string): FieldError {
  const detail = `${name} must be a file with a file name.`;
  return { pointer: `/${name}`, code: 'form.noFile', detail };
}

/**
 * A multipart form (RFC 7578) as it arrives. Files are not held in memory, and nothing is read before the handler calls
 * `receive`.
 */
export class IncomingForm<T extends object> {
  /**
   * @param contentType Content-Type of the request
   * @param body bytes of the form (body-stream.ts)
   * @param validate checks the text fields
   */
  constructor(
    private readonly declaration: FormDeclaration,
    private readonly contentType: string,
    private readonly body: AsyncIterable<Buffer>,
    private readonly validate: Validator,
  ) {}

  /**
   * Reads the form to its end.
   * @param handleFile receives one file after the other; fields after a file are not known yet. If this method throws, the
   * caller must discard the files that `handleFile` has stored.
   * @returns the checked fields, and the results of `handleFile`
   * @throws FormMalformed, FormFileTooLarge, TooManyFormFiles, InvalidRequest, BodyTooLarge, BodyTooSlow, and the
   * errors of `handleFile`. Every call of it has ended by then.
   */
  async receive<F>(handleFile: FileHandler<F>): Promise<{ fields: T; files: readonly F[] }> {
    const { dto, files: declared } = this.declaration;
    const limit = declared.maxCount * declared.maxBytes + MAX_OVERHEAD_BYTES;
    const formLimits = { files: declared, fieldCount: listMembers(dto).length, maxBytes: limit };
    const { fields: receivedFields, files } = await readForm(
      formLimits,
      this.contentType,
      this.body,
      handleFile,
    );
    return { fields: this.checkFields(receivedFields, files.length), files };
  }

  private checkFields(receivedFields: Record<string, unknown>, fileCount: number): T {
    const { name } = this.declaration.files;
    const { [name]: misplaced, ...fields } = receivedFields;
    const fieldErrors: FieldError[] = this.validate(fields, '');
    if (misplaced !== undefined) {
      fieldErrors.push(createMissingFileError(name));
    } else if (fileCount === 0) {
      const detail = `At least one file is required, in a part with the name ${name}.`;
      fieldErrors.push({ pointer: `/${name}`, code: 'field.required', detail });
    }
    for (const [field, text] of Object.entries(fields)) {
      if (typeof text === 'string') fieldErrors.push(...findEncodingErrors(text, `/${field}`));
    }
    if (fieldErrors.length > 0) throw new InvalidRequest(fieldErrors);
    return fields as T;
  }
}

/** The parser's information about a file. */
interface FileInfo {
  readonly filename?: string;
  readonly encoding: string;
}

/** The members of a request that multer uses. */
interface MulterRequest extends Readable {
  readonly headers: Readonly<Record<string, string>>;
  body?: Record<string, unknown>;
}

/** Reads one form: multer finds its parts, and the files go to their handler. */
class FormReader<F> {
  readonly pendingFiles: Promise<F>[] = [];
  private readonly boundaries: BoundaryCounter;
  private partCount = 0;

  constructor(
    private readonly formLimits: FormLimits,
    private readonly contentType: string,
    private readonly body: AsyncIterable<Buffer>,
    private readonly onFile: FileHandler<F>,
  ) {
    this.boundaries = new BoundaryCounter(getBoundary(contentType));
  }

  /** @returns the fields as they were sent: a text, or an array if a name is repeated */
  async read(): Promise<Record<string, unknown>> {
    const pump = new FormBodyPump(this.body, this.formLimits.maxBytes, this.boundaries);
    try {
      const fields = await this.parse(pump);
      if (this.partCount === this.boundaries.partCount) return fields;
      const detail = 'A part of the form has no readable Content-Disposition.';
      throw new FormMalformed({ detail });
    } catch (error) {
      throw await this.toFormError(error);
    } finally {
      pump.stop();
    }
  }

  async waitForFiles(): Promise<readonly F[]> {
    return Promise.all(this.pendingFiles);
  }

  private parse(pump: FormBodyPump): Promise<Record<string, unknown>> {
    const { name, maxCount } = this.formLimits.files;
    const options: Options & { streamHandler: (_request: unknown, parser: Writable) => void } = {
      storage: this.createMulterStorage(),
      limits: this.createMulterLimits(),
      // Names are checked exactly as they were sent.
      preservePath: true,
      defParamCharset: 'utf8',
      streamHandler: (_request, parser) => {
        this.watchParts(parser);
        void pump.pipeTo(parser);
      },
    };
    // Multer reads the rest of an invalid request before it reports the error; this stub has already ended.
    const stub: MulterRequest = Object.assign(Readable.from([]), {
      headers: { 'content-type': this.contentType, 'transfer-encoding': 'chunked' },
    });
    const request = stub as unknown as Request;
    return new Promise((resolve, reject) => {
      void multer(options).array(name, maxCount)(request, {} as never, (error?: unknown) => {
        // Multer ignores a Content-Type that it can't parse: then there is neither an error nor a body.
        if (error || !stub.body)
          reject(error instanceof Error ? error : new Error('The form was not read'));
        else resolve(stub.body);
      });
    });
  }

  private createMulterLimits(): Options['limits'] {
    const { maxCount, maxBytes } = this.formLimits.files;
    const fields = this.formLimits.fieldCount + MAX_UNDECLARED_FIELDS;
    return {
      files: maxCount,
      fileSize: maxBytes,
      fields,
      parts: maxCount + fields + 1,
      fieldNameSize: MAX_FIELD_NAME_BYTES,
      fieldSize: MAX_FIELD_BYTES,
      fieldNestingDepth: 0,
      fieldArrayIndexLimit: 0,
    };
  }

  private createMulterStorage(): StorageEngine {
    return {
      _handleFile: (_request, file, done) => {
        const handled = this.handleFile(file);
        this.pendingFiles.push(handled);
        handled.then(() => {
          done();
        }, done);
      },
      // The file handler's caller discards all stored files together.
      _removeFile: (_request, _file, done) => {
        done(null);
      },
    };
  }

  private handleFile({ originalname: name, stream }: Express.Multer.File): Promise<F> {
    const { name: part, maxBytes } = this.formLimits.files;
    const pointer = `/${part}/${this.pendingFiles.length}`;
    // Registered immediately: multer would wait for the end of an endless file.
    stream.once('limit', () =>
      stream.destroy(new FormFileTooLarge({ name, limit: maxBytes, pointer })),
    );
    const fieldErrors = findEncodingErrors(name, pointer);
    if (fieldErrors.length > 0) return Promise.reject(new InvalidRequest(fieldErrors));
    return this.onFile({ name, pointer, content: readFileChunks(stream) });
  }

  /** Counts the parts that the parser reports, and stops at files that multer would accept. */
  private watchParts(parser: Writable): void {
    parser.on('field', () => (this.partCount += 1));
    parser.on('file', (_part: string, _stream: unknown, { filename, encoding }: FileInfo) => {
      this.partCount += 1;
      if (!filename) parser.destroy(new FormMalformed({ detail: 'A file has no file name.' }));
      if (IDENTITY_ENCODINGS.has(encoding)) return;
      const detail = `The Content-Transfer-Encoding ${JSON.stringify(encoding)} is not supported.`;
      parser.destroy(new FormMalformed({ detail }));
    });
  }

  /**
   * Waits until every file handler has ended. A failing handler stops reading its file, which the parser reports as a
   * broken form. The parser's error may come first if the handler has to clean up.
   */
  private async toFormError(error: unknown): Promise<unknown> {
    const ends = await Promise.allSettled(this.pendingFiles);
    const failures = ends.flatMap((end) =>
      end.status === 'rejected' ? [end.reason as unknown] : [],
    );
    if (failures.includes(error)) return error;
    if (error instanceof DomainError) return error;
    if (error instanceof MulterError) return this.toLimitError(error);
    const cause = failures.find((failure) => !(failure instanceof FormMalformed));
    if (cause !== undefined) return cause;
    const detail = 'The body is not a multipart form with a closing boundary.';
    return new FormMalformed({ detail });
  }

  private toLimitError(error: MulterError & { filename?: string }): DomainError {
    const { name, maxCount, maxBytes } = this.formLimits.files;
    const { code, field = '', filename = '', message } = error;
    const pointer = `/${name}/${this.pendingFiles.length - 1}`;
    if (code === 'LIMIT_FILE_COUNT') return new TooManyFormFiles({ max: maxCount });
    if (code === 'LIMIT_FILE_SIZE') {
      return new FormFileTooLarge({ name: filename, limit: maxBytes, pointer });
    }
    if (code !== 'LIMIT_UNEXPECTED_FILE') return new FormMalformed({ detail: `${message}.` });
    const detail = `The form has no file with the name ${field}.`;
    return new InvalidRequest([{ pointer: `/${field}`, code: 'field.unknown', detail }]);
  }
}

async function* readFileChunks(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of stream) yield bytes as Buffer;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new FormMalformed({ detail: 'The form ends in the middle of a file.' });
  }
}

function getBoundary(contentType: string): string {
  const found = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(contentType);
  return found?.[1] ?? found?.[2] ?? '';
}
