import { Readable, type Writable } from 'node:stream';
import type { Request } from 'express';
import multer, { MulterError, type Options, type StorageEngine } from 'multer';
import { DomainError, type FieldError, InvalidRequest } from '../../core/errors';
import type { FormDeclaration, FormFiles } from '../operation/operation';
import { TooManyFormFiles, FormFileTooLarge, FormMalformed } from '../problems/problems';
import { listMembers } from '../validation/dto';
import type { Validator } from '../validation/validators';
import { BoundaryCounter } from './boundary-counter';
import { FormBodyPump } from './form-body-pump';

/** A file of a form, while it comes in. */
export interface IncomingFile {
  /** The name that its sender gave it, decoded; anything may stand in it. */
  readonly name: string;
  /** Where it stands in the request, for faults: `/file/0`. */
  readonly pointer: string;
  /** Its bytes, as they come. Throws when they break off, come too slowly or are too many. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Stores one file, or throws: it reads the content to its end, or not at all. */
export type FileHandler<F> = (file: IncomingFile) => Promise<F>;

/** How many undeclared fields of text are read, so that faults can name them. */
const MAX_UNDECLARED_FIELDS = 10;
/** Bytes of a field's name, and of its text, at most. */
const MAX_FIELD_NAME_BYTES = 100;
const MAX_FIELD_BYTES = 8 * 1024;
/** Bytes of the whole body besides its files. */
const MAX_OVERHEAD_BYTES = 1024 * 1024;
/** What stands for bytes that are no UTF-8 once they are decoded. */
const REPLACEMENT_CHARACTER = '\uFFFD';
/** Content-Transfer-Encodings that leave the bytes as they are (RFC 7578, 4.7, has no others any more). */
const IDENTITY_ENCODINGS = new Set(['7bit', '8bit', 'binary']);

/** What a form may hold. */
export interface FormLayout {
  readonly files: FormFiles;
  /** Fields of text that are known. */
  readonly fields: number;
  /** Bytes of the whole body. */
  readonly limit: number;
}

/**
 * Reads a form to its end.
 * @param body its bytes (body-stream.ts)
 * @param take is given one file after the other
 * @returns the fields as they came, a text or an array where there were several of one name, and what was made of the
 * files
 * @throws FormMalformed, FormFileTooLarge, TooManyFormFiles, BodyTooLarge, BodyTooSlow, InvalidRequest for what is no
 * UTF-8, and whatever `take` throws. Every `take` has ended by then.
 */
export async function readForm<F>(
  layout: FormLayout,
  contentType: string,
  body: AsyncIterable<Buffer>,
  take: FileHandler<F>,
): Promise<{ given: Record<string, unknown>; files: readonly F[] }> {
  const reading = new FormReader(layout, contentType, body, take);
  const given = await reading.run();
  return { given, files: await reading.whenFilesHandled() };
}

/** The fault of a text that was no UTF-8. */
export function findEncodingErrors(text: string, pointer: string): FieldError[] {
  if (!text.includes(REPLACEMENT_CHARACTER)) return [];
  return [{ pointer, code: 'text.encoding', detail: 'The text must be UTF-8.' }];
}

/** The fault of a text where a file belongs. */
export function missingFileError(name: string): FieldError {
  const detail = `${name} must be a file, with a file name of its own.`;
  return { pointer: `/${name}`, code: 'form.noFile', detail };
}

/**
 * A multipart form (RFC 7578) as it arrives. No file is held in memory, and nothing is read before the
 * handler asks for it.
 */
export class IncomingForm<T extends object> {
  /**
   * @param contentType of the request
   * @param body its bytes (body-stream.ts)
   * @param validate of the fields of text
   */
  constructor(
    private readonly declaration: FormDeclaration,
    private readonly contentType: string,
    private readonly body: AsyncIterable<Buffer>,
    private readonly validate: Validator,
  ) {}

  /**
   * Reads the form to its end.
   * @param take is given one file after the other; fields that come after a file are not known by then.
   * What it has taken stays its own: when this throws, the caller takes it back.
   * @returns the checked fields, and what was made of the files
   * @throws FormMalformed, FormFileTooLarge, TooManyFormFiles, InvalidRequest, BodyTooLarge, BodyTooSlow,
   * and whatever `take` throws. Every `take` has ended by then.
   */
  async receive<F>(take: FileHandler<F>): Promise<{ fields: T; files: readonly F[] }> {
    const { dto, files: declared } = this.declaration;
    const limit = declared.most * declared.size + MAX_OVERHEAD_BYTES;
    const layout = { files: declared, fields: listMembers(dto).length, limit };
    const { given, files } = await readForm(layout, this.contentType, this.body, take);
    return { fields: this.checkFields(given, files.length), files };
  }

  private checkFields(given: Record<string, unknown>, files: number): T {
    const { name } = this.declaration.files;
    const { [name]: misplaced, ...fields } = given;
    const faults: FieldError[] = this.validate(fields, '');
    if (misplaced !== undefined) {
      faults.push(missingFileError(name));
    } else if (files === 0) {
      const detail = `At least one file is required, in a part with the name ${name}.`;
      faults.push({ pointer: `/${name}`, code: 'field.required', detail });
    }
    for (const [field, text] of Object.entries(fields)) {
      if (typeof text === 'string') faults.push(...findEncodingErrors(text, `/${field}`));
    }
    if (faults.length > 0) throw new InvalidRequest(faults);
    return fields as T;
  }
}

/** What the parser tells of a file. */
interface FileInfo {
  readonly filename?: string;
  readonly encoding: string;
}

/** What multer takes for a request. */
interface RequestStub extends Readable {
  readonly headers: Readonly<Record<string, string>>;
  body?: Record<string, unknown>;
}

/** One form being read: multer finds its parts, the files go to their taker. */
class FormReader<F> {
  readonly pendingFiles: Promise<F>[] = [];
  private readonly boundaries: BoundaryCounter;
  private parts = 0;

  constructor(
    private readonly layout: FormLayout,
    private readonly contentType: string,
    private readonly body: AsyncIterable<Buffer>,
    private readonly onFile: FileHandler<F>,
  ) {
    this.boundaries = new BoundaryCounter(getBoundary(contentType));
  }

  /** @returns the fields, as they came: a text, or an array where there were several of one name */
  async run(): Promise<Record<string, unknown>> {
    const feed = new FormBodyPump(this.body, this.layout.limit, this.boundaries);
    try {
      const fields = await this.parse(feed);
      if (this.parts === this.boundaries.parts) return fields;
      const detail = 'A part of the form has no Content-Disposition that could be read.';
      throw new FormMalformed({ detail });
    } catch (error) {
      throw await this.toFormError(error);
    } finally {
      feed.stop();
    }
  }

  async whenFilesHandled(): Promise<readonly F[]> {
    return Promise.all(this.pendingFiles);
  }

  private parse(feed: FormBodyPump): Promise<Record<string, unknown>> {
    const { name, most } = this.layout.files;
    const options: Options & { streamHandler: (_request: unknown, parser: Writable) => void } = {
      storage: this.storage(),
      limits: this.limits(),
      // A name is judged as it was sent, whole.
      preservePath: true,
      defParamCharset: 'utf8',
      streamHandler: (_request, parser) => {
        this.watchParts(parser);
        void feed.pipeTo(parser);
      },
    };
    // Multer reads a request to its end before it tells that it's not a good one; this one has ended.
    const carrier: RequestStub = Object.assign(Readable.from([]), {
      headers: { 'content-type': this.contentType, 'transfer-encoding': 'chunked' },
    });
    const request = carrier as unknown as Request;
    return new Promise((resolve, reject) => {
      void multer(options).array(name, most)(request, {} as never, (error?: unknown) => {
        // Without an error and without a body, too: multer lets a Content-Type be that it can't read.
        if (error || !carrier.body)
          reject(error instanceof Error ? error : new Error('Nothing was read'));
        else resolve(carrier.body);
      });
    });
  }

  private limits(): Options['limits'] {
    const { most, size } = this.layout.files;
    const fields = this.layout.fields + MAX_UNDECLARED_FIELDS;
    return {
      files: most,
      fileSize: size,
      fields,
      parts: most + fields + 1,
      fieldNameSize: MAX_FIELD_NAME_BYTES,
      fieldSize: MAX_FIELD_BYTES,
      fieldNestingDepth: 0,
      fieldArrayIndexLimit: 0,
    };
  }

  private storage(): StorageEngine {
    return {
      _handleFile: (_request, file, done) => {
        const taken = this.handleFile(file);
        this.pendingFiles.push(taken);
        taken.then(() => {
          done();
        }, done);
      },
      // What was taken in is taken back by its taker, all of it together.
      _removeFile: (_request, _file, done) => {
        done(null);
      },
    };
  }

  private handleFile({ originalname: name, stream }: Express.Multer.File): Promise<F> {
    const { name: part, size } = this.layout.files;
    const pointer = `/${part}/${this.pendingFiles.length}`;
    // Registered at once: of a file without end multer would wait for the end.
    stream.once('limit', () =>
      stream.destroy(new FormFileTooLarge({ name, limit: size, pointer })),
    );
    const faults = findEncodingErrors(name, pointer);
    if (faults.length > 0) return Promise.reject(new InvalidRequest(faults));
    return this.onFile({ name, pointer, content: readFileChunks(stream) });
  }

  /** Counts the parts that the parser tells of, and stops at files that multer would let pass. */
  private watchParts(parser: Writable): void {
    parser.on('field', () => (this.parts += 1));
    parser.on('file', (_part: string, _stream: unknown, { filename, encoding }: FileInfo) => {
      this.parts += 1;
      if (!filename) parser.destroy(new FormMalformed({ detail: 'A file has no file name.' }));
      if (IDENTITY_ENCODINGS.has(encoding)) return;
      const detail = `A Content-Transfer-Encoding of ${JSON.stringify(encoding)} can't be read.`;
      parser.destroy(new FormMalformed({ detail }));
    });
  }

  /**
   * Waits until every `take` has ended. One that fails stops reading its file, which the parser takes for a form
   * that breaks off; it tells so first when the taker has something to clear away.
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
    const detail = 'The body is no multipart form that ends with its closing boundary.';
    return new FormMalformed({ detail });
  }

  private toLimitError(error: MulterError & { filename?: string }): DomainError {
    const { name, most, size } = this.layout.files;
    const { code, field = '', filename = '', message } = error;
    const pointer = `/${name}/${this.pendingFiles.length - 1}`;
    if (code === 'LIMIT_FILE_COUNT') return new TooManyFormFiles({ most });
    if (code === 'LIMIT_FILE_SIZE') {
      return new FormFileTooLarge({ name: filename, limit: size, pointer });
    }
    if (code !== 'LIMIT_UNEXPECTED_FILE') return new FormMalformed({ detail: `${message}.` });
    const detail = `${field} is not the name of a file of this form.`;
    return new InvalidRequest([{ pointer: `/${field}`, code: 'field.unknown', detail }]);
  }
}

async function* readFileChunks(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of stream) yield bytes as Buffer;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new FormMalformed({ detail: 'The form ends inside of a file.' });
  }
}

function getBoundary(contentType: string): string {
  const found = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(contentType);
  return found?.[1] ?? found?.[2] ?? '';
}
