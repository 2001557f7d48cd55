import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import S3rver from 's3rver';
import S3Error from 's3rver/lib/models/error';
import { temporaryFolder } from '../support/service/database';

export const BUCKET = 'files';

/**
 * A server that speaks S3's protocol and ignores conditional writes. s3rver writes into the files that it reads
 * from. Here its single operations are completed one at a time, as those of S3 are. It also adds what s3rver lacks:
 * listing and completing multipart uploads, and copy sources with any characters.
 */
export class S3Server {
  /** The beginning of the keys of the service's files. */
  readonly prefix = 'store/files/';
  url = '';
  /** Bytes of objects and parts that have arrived. */
  received = 0;
  /** With which code of S3 an operation on an object is refused; undefined: it is not. */
  refusal: (operation: 'put' | 'copy' | 'delete', key: string) => string | undefined = () =>
    undefined;
  /** Whether uploads in parts can be listed. */
  listsUploads = true;
  private turn: Promise<unknown> = Promise.resolve();
  /** Sources of copies, as s3rver takes them: what they really are. */
  private readonly sources = new Map<string, string>();

  private constructor(
    private readonly folder: string,
    private readonly server: S3rver,
  ) {}

  static async start(): Promise<S3Server> {
    const folder = temporaryFolder();
    await mkdir(folder, { recursive: true });
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      directory: folder,
      silent: true,
      vhostBuckets: false,
      configureBuckets: [{ name: BUCKET }],
    });
    const started = new S3Server(folder, server);
    started.mend();
    const { port } = await server.run();
    started.url = `http://127.0.0.1:${port}`;
    return started;
  }

  /** Variables for a service that keeps its files here. */
  get environment(): Record<string, string> {
    return {
      FILES_URL: `s3://${BUCKET}/${this.prefix.slice(0, -1)}`,
      S3_ENDPOINT: this.url,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
  }

  /** The keys of all objects. */
  async keys(): Promise<string[]> {
    return Promise.resolve(this.keysNow());
  }

  keysNow(): string[] {
    const suffix = '._S3rver_object';
    const folder = join(this.folder, BUCKET);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(suffix))
      .map((name) => name.slice(0, -suffix.length))
      .sort();
  }

  /** Where the content of an object is on this machine, or what is known of it; it may not be there. */
  address(key: string, resource: 'object' | 'object.md5' | 'metadata.json' = 'object'): string {
    return this.server.store.getResourcePath(BUCKET, key, resource);
  }

  /** Puts an object there behind the service's back. @param modifiedAt now, unless given */
  async plant(key: string, content: string, modifiedAt = new Date()): Promise<void> {
    const path = this.address(key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    await utimes(path, modifiedAt, modifiedAt);
    const md5 = createHash('md5').update(content).digest('hex');
    await this.server.store.putMetadata(BUCKET, key, {}, md5);
  }

  /** Ids of uploads in parts that nobody has ended. */
  async openUploads(): Promise<string[]> {
    return readdir(this.uploads).catch(() => []);
  }

  async stop(): Promise<void> {
    const closed = this.server.close();
    this.server.httpServer.closeAllConnections();
    await closed;
    await rm(this.folder, { recursive: true, force: true });
  }

  private mend(): void {
    const { store } = this.server;
    const exists = store.existsObject.bind(store);
    const copy = store.copyObject.bind(store);
    const real = (bucket: string, key: string): string =>
      this.sources.get(`${bucket}/${key}`) ?? key;
    store.existsObject = (bucket, key) => this.alone(() => exists(bucket, real(bucket, key)));
    store.copyObject = (bucket, key, ...rest) =>
      this.alone(async () => {
        this.refuse('copy', real(bucket, key));
        return copy(bucket, real(bucket, key), ...rest);
      });
    const remove = store.deleteObject.bind(store);
    store.deleteObject = (bucket, key) =>
      this.alone(async () => {
        this.refuse('delete', key);
        return remove(bucket, key);
      });
    this.server.middleware.unshift((context, next) => this.handle(context, next));
    for (const name of ['getObject', 'listObjects'] as const) {
      const original = store[name].bind(store);
      store[name] = (...args: unknown[]) => this.alone(() => original(...args));
    }
    store.putObject = async ({ bucket, key, content, metadata }) => {
      const path = store.getResourcePath(bucket, key, 'object');
      const { address, ...told } = await this.receive(key, content);
      await this.alone(async () => {
        await mkdir(dirname(path), { recursive: true });
        await rename(address, path);
        await store.putMetadata(bucket, key, metadata, told.md5);
      });
      return told;
    };
    store.putPart = async (bucket, uploadId, part, content) => {
      const { address, ...told } = await this.receive('', content);
      await rename(address, join(this.uploads, uploadId, part));
      return told;
    };
  }

  private get uploads(): string {
    return this.server.store.getResourcePath(BUCKET, undefined, 'uploads');
  }

  /** Handles requests that s3rver can't, before they reach it. */
  private async handle(context: S3rver.Context, next: () => Promise<void>): Promise<void> {
    const { method, query, headers } = context;
    const source = headers['x-amz-copy-source'];
    if (typeof source === 'string') this.sources.set(decodeURI(source), sourceKey(source));
    if (Object.keys(headers).some((name) => name.startsWith('x-amz-checksum'))) {
      // As servers do that are older than these.
      context.status = 501;
    } else if (method === 'DELETE' && query['uploadId'] !== undefined) {
      await rm(join(this.uploads, query['uploadId']), { recursive: true });
      context.status = 204;
    } else if (method === 'GET' && query['uploads'] !== undefined && this.listsUploads) {
      const uploads = (await this.openUploads()).map(async (id) => {
        const key = await readFile(join(this.uploads, id, 'key'), 'utf8');
        if (!key.startsWith(query['prefix'] ?? '')) return '';
        const initiated = (await stat(join(this.uploads, id))).birthtime.toISOString();
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
      });
      const list = (await Promise.all(uploads)).join('');
      context.body = `<ListMultipartUploadsResult>${list}</ListMultipartUploadsResult>`;
    } else {
      await next();
    }
  }

  private refuse(operation: 'put' | 'copy' | 'delete', key: string): void {
    const code = this.refusal(operation, key);
    if (code !== undefined) throw new S3Error(code, 'Refused');
  }

  private async receive(
    key: string,
    content: Readable,
  ): Promise<{ address: string; size: number; md5: string }> {
    this.refuse('put', key);
    const address = join(this.folder, randomUUID());
    const hash = createHash('md5');
    let size = 0;
    const count = async function* (this: S3Server): AsyncGenerator<Buffer> {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        hash.update(chunk);
        size += chunk.length;
        this.received += chunk.length;
        yield chunk;
      }
    };
    await pipeline(count.call(this), createWriteStream(address));
    return { address, size, md5: hash.digest('hex') };
  }

  private alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }
}

function sourceKey(source: string): string {
  const whole = decodeURIComponent(source);
  return whole.slice(whole.indexOf('/') + 1);
}
