import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Configuration } from '../../../src/config/configuration';
import { field, form, FORM_TYPE, type Part } from '../../support/multipart';
import type { Service } from '../../support/service/service';
import type { ExactAnswer, ExactRequest } from '../conventions/requests/exact-request';
import {
  expectProblem,
  Hardened,
  jsonRequest,
  type Problem,
  type Refusal,
} from '../conventions/requests/refusals';
import { LocalFiles, type RawFiles, S3Files } from './raw-files';

/** Where the store keeps what it has not published yet. */
const STAGING = join('.service', 'staging');

/** The answer of an operation that returns nothing else. */
export const done = { status: 201, body: { response: 'ok' } };

export const badPath = (...fields: string[]): Refusal => ({
  status: 400,
  code: 'request.invalid',
  faults: fields.map((field) => `/fileManager/${field} path.invalid`),
});

export const refusal = (status: number, code: string): Refusal => ({ status, code });

/** The service with a file store of its own, and that store past the service. */
export class ManagedFiles {
  private constructor(
    readonly hardened: Hardened,
    readonly raw: RawFiles,
  ) {}

  /** @param environment variables in addition to those of the specs */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<ManagedFiles> {
    const hardened = await Hardened.start(environment);
    return new ManagedFiles(hardened, rawFilesOf(hardened.service));
  }

  /** Where a local store has its files. */
  get folder(): string {
    return this.raw.place;
  }

  stop(): Promise<void> {
    return this.hardened.stop();
  }

  get url(): string {
    return this.hardened.service.url;
  }

  /** Puts a file into the store, past the service. */
  put(path: string, content: Buffer | string = 'text'): void {
    this.raw.put(path, content);
  }

  text(path: string): string {
    return this.raw.read(path).toString('utf8');
  }

  /** Everything that is stored, also what the store does not show: a line for every file and folder. */
  state(): string {
    return storedFiles(this.raw);
  }

  /** How many files wait to be published. */
  staged(): number {
    return this.raw.all().filter(({ path }) => path.startsWith(`${STAGING}/`)).length;
  }

  /** One of the operations with a JSON body. */
  async run(
    operation: string,
    fields: Record<string, unknown>,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const { status, text } = await this.hardened.send(call(operation, fields));
    return { status, body: JSON.parse(text) as Record<string, unknown> };
  }

  async typeOf(path: string): Promise<'file' | 'folder' | 'nothing'> {
    const file = await this.run('fileExists', { file: path });
    const folder = await this.run('directoryExists', { directory: path });
    expect([file.status, folder.status]).toEqual([201, 201]);
    if (file.body['exists'] === true) return 'file';
    return folder.body['exists'] === true ? 'folder' : 'nothing';
  }

  upload(path: string, ...files: Part[]): Promise<ExactAnswer> {
    return this.hardened.send(uploadOf(field('path', path), ...files));
  }

  /** The request is refused so, and nothing that is stored has changed. */
  async refuses(request: ExactRequest, expected: Refusal): Promise<Problem> {
    const before = this.state();
    const answer = await this.hardened.send(request);
    const problem = expectProblem(answer, request.path, expected);
    expect(this.state()).toBe(before);
    expect(answer.text).not.toContain(this.raw.place);
    return problem;
  }
}

/** The files of a service, past the service. */
export function rawFilesOf({ app, second }: Service): RawFiles {
  const { filesUrl } = app.get(Configuration);
  return second ? new S3Files(second.s3) : new LocalFiles(filesUrl.replace(/^file:/, ''));
}

/** A line for every file and folder of a store: two are equal when nothing was changed in between. */
export function storedFiles(raw: RawFiles): string {
  const lines = raw.all().map(({ path, size }) => {
    if (size === undefined) return `${path} folder`;
    if (size > 1e8) return `${path} ${size}`;
    return `${path} ${createHash('sha1').update(raw.read(path)).digest('hex')}`;
  });
  return lines.filter((line) => !/^\.service(.staging|.exports)? folder$/.test(line)).join('\n');
}

/** The request of an operation with a JSON body. */
export function call(operation: string, fields: unknown): ExactRequest {
  return jsonRequest(`/v1/fileManager/${operation}`, { fileManager: fields });
}

/** The request of an upload. */
export function uploadOf(...parts: Part[]): ExactRequest {
  return {
    method: 'POST',
    path: '/v1/fileManager/upload',
    headers: { 'Content-Type': FORM_TYPE },
    body: form(...parts),
  };
}
