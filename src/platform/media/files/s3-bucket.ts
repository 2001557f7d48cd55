import type { Readable } from 'node:stream';
import type { S3, S3ServiceException } from '@aws-sdk/client-s3';
import type { ByteRange } from '../../../core/byte-range';
import { splitIntoParts } from './split-into-parts';
import { logStoreFailure } from './log-store-failure';

/** Size of a part of an upload; one part is in memory at a time. S3 requires at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;

/** The metadata of an object. */
export interface S3ObjectStat {
  readonly size: number;
  readonly modifiedAt: Date;
  readonly entityTag: string;
}

export interface ListedObject {
  readonly key: string;
  readonly modifiedAt: Date;
}

const BUCKET_FULL_CODES =
  /^(QuotaExceeded|InsufficientStorage|EntityTooLarge|XMinioStorageFull|StorageFull)$/;

/**
 * A bucket of S3 or of a compatible server. It uses only operations that all of them support: no conditional writes, no
 * bulk deletion, and the older listing, which is paged by key.
 */
export class S3Bucket {
  constructor(
    private readonly client: S3,
    private readonly name: string,
  ) {}

  /** Returns the metadata of an object; undefined if it doesn't exist. */
  async head(key: string): Promise<S3ObjectStat | undefined> {
    const response = await this.ignoreMissing(() =>
      this.client.headObject({ Bucket: this.name, Key: key }),
    );
    return response && { ...toObjectStat(response), size: response.ContentLength ?? 0 };
  }

  /** Opens an object; undefined if it doesn't exist. */
  async get(
    key: string,
    range?: ByteRange,
  ): Promise<{ stat: S3ObjectStat; content: Readable } | undefined> {
    const Range = range && `bytes=${range.first}-${range.last}`;
    const answer = await this.ignoreMissing(() =>
      this.client.getObject({ Bucket: this.name, Key: key, Range }),
    );
    if (!answer) return undefined;
    const whole = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1];
    const size = whole === undefined ? (answer.ContentLength ?? 0) : Number(whole);
    return {
      stat: { ...toObjectStat(answer), size },
      content: answer.Body as unknown as Readable,
    };
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    await withFileStoreErrors(() =>
      this.client.putObject({ Bucket: this.name, Key: key, Body: body }),
    );
  }

  /** @returns false if there is no object to copy */
  async copy(from: string, to: string): Promise<boolean> {
    const source = `${this.name}/${from}`.split('/').map(encodeURIComponent).join('/');
    const answer = await this.ignoreMissing(() =>
      this.client.copyObject({ Bucket: this.name, Key: to, CopySource: source }),
    );
    return answer !== undefined;
  }

  /** Removes an object, if it exists. */
  async remove(key: string): Promise<void> {
    await withFileStoreErrors(() => this.client.deleteObject({ Bucket: this.name, Key: key }));
  }

  /** Lists the first objects with a prefix. @param after key after which the list starts */
  async list(prefix: string, limit: number, after?: string): Promise<ListedObject[]> {
    const answer = await withFileStoreErrors(() =>
      this.client.listObjects({
        Bucket: this.name,
        Prefix: prefix,
        MaxKeys: limit,
        ...(after !== undefined && { Marker: after }),
      }),
    );
    return (answer.Contents ?? []).map(({ Key = '', LastModified }) => ({
      key: Key,
      modifiedAt: LastModified ?? new Date(0),
    }));
  }

  /**
   * Stores content part by part. If it fails, nothing stays.
   * @returns its size in bytes
   * @throws the errors of the content
   */
  async upload(key: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    let upload: S3Upload | undefined;
    let size = 0;
    try {
      for await (const { bytes, isLast } of splitIntoParts(content, PART_BYTES)) {
        size += bytes.length;
        if (isLast && !upload) await this.put(key, bytes);
        else await (upload ??= await this.beginUpload(key)).add(bytes);
      }
      await upload?.complete();
      return size;
    } catch (error) {
      await upload?.abort().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Lists unfinished uploads.
   * @param before maximum start time
   * @returns an empty list if the server doesn't support the operation
   */
  async listOpenUploads(prefix: string, before: Date): Promise<S3Upload[]> {
    const answer = await this.client
      .listMultipartUploads({ Bucket: this.name, Prefix: prefix })
      .catch((error: unknown) => {
        if (findErrorStatus(error) === 501 || findErrorStatus(error) === 405) return undefined;
        throw toFileStoreError(error);
      });
    const old = (answer?.Uploads ?? []).filter(({ Initiated }) => Initiated && Initiated < before);
    return old.map(
      ({ Key = '', UploadId = '' }) =>
        new S3Upload(this.client, { Bucket: this.name, Key, UploadId }),
    );
  }

  close(): void {
    this.client.destroy();
  }

  private async beginUpload(key: string): Promise<S3Upload> {
    const target = { Bucket: this.name, Key: key };
    const { UploadId = '' } = await withFileStoreErrors(() =>
      this.client.createMultipartUpload(target),
    );
    return new S3Upload(this.client, { ...target, UploadId });
  }

  private async ignoreMissing<T>(call: () => Promise<T>): Promise<T | undefined> {
    return call().catch((error: unknown) => {
      if (findErrorStatus(error) === 404 && toErrorName(error) !== 'NoSuchBucket') return undefined;
      throw toFileStoreError(error);
    });
  }
}

/** A multipart upload. */
class S3Upload {
  private readonly parts: { ETag?: string; PartNumber: number }[] = [];

  constructor(
    private readonly client: S3,
    private readonly uploadParams: { Bucket: string; Key: string; UploadId: string },
  ) {}

  async add(bytes: Uint8Array): Promise<void> {
    const PartNumber = this.parts.length + 1;
    const { ETag } = await withFileStoreErrors(() =>
      this.client.uploadPart({ ...this.uploadParams, PartNumber, Body: bytes }),
    );
    this.parts.push({ ETag, PartNumber });
  }

  async complete(): Promise<void> {
    const MultipartUpload = { Parts: this.parts };
    await withFileStoreErrors(() =>
      this.client.completeMultipartUpload({ ...this.uploadParams, MultipartUpload }),
    );
  }

  async abort(): Promise<void> {
    await withFileStoreErrors(() => this.client.abortMultipartUpload(this.uploadParams));
  }
}

function toObjectStat(response: {
  LastModified?: Date;
  ETag?: string;
}): Omit<S3ObjectStat, 'size'> {
  return {
    modifiedAt: response.LastModified ?? new Date(0),
    entityTag: (response.ETag ?? '').replace(/^W\/|"/g, ''),
  };
}

async function withFileStoreErrors<T>(call: () => Promise<T>): Promise<T> {
  return call().catch((error: unknown) => {
    throw toFileStoreError(error);
  });
}

/** Maps errors of the server or the network, which callers can't fix. */
function toFileStoreError(error: unknown): Error {
  const isFull = BUCKET_FULL_CODES.test(toErrorName(error)) || findErrorStatus(error) === 507;
  return logStoreFailure(isFull ? 'full' : 'unavailable', error);
}

function toErrorName(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function findErrorStatus(error: unknown): number | undefined {
  const { $metadata } = Object(error) as Partial<S3ServiceException>;
  return $metadata?.httpStatusCode;
}
