declare module 's3rver' {
  import type { Server } from 'node:http';
  import type { Readable } from 'node:stream';

  interface ObjectToPut {
    readonly bucket: string;
    readonly key: string;
    readonly content: Readable;
    readonly metadata: Readonly<Record<string, unknown>>;
  }

  /** Keeps objects as files. */
  interface ObjectStore {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string;
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
    existsObject(bucket: string, key: string): Promise<boolean>;
    getObject(...args: readonly unknown[]): Promise<unknown>;
    putObject(object: ObjectToPut): Promise<{ size: number; md5: string }>;
    copyObject(bucket: string, key: string, ...rest: readonly unknown[]): Promise<unknown>;
    deleteObject(bucket: string, key: string): Promise<unknown>;
    listObjects(...args: readonly unknown[]): Promise<unknown>;
    putPart(
      bucket: string,
      uploadId: string,
      part: string,
      content: Readable,
    ): Promise<{ size: number; md5: string }>;
  }

  namespace S3rver {
    interface Context {
      readonly method: string;
      readonly query: Readonly<Record<string, string>>;
      readonly headers: Readonly<Record<string, unknown>>;
      status: number;
      body: unknown;
    }
  }
  type Middleware = (context: S3rver.Context, next: () => Promise<void>) => Promise<void>;

  class S3rver {
    constructor(options: object);
    readonly store: ObjectStore;
    readonly middleware: Middleware[];
    readonly httpServer: Server;
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
  export = S3rver;
}

declare module 's3rver/lib/models/error' {
  class S3Error extends Error {
    constructor(code: string, message?: string);
  }
  export = S3Error;
}
