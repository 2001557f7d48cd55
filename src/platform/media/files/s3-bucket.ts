import type { Readable } from 'node:stream';
import type { S3, S3ServiceException } from '@aws-sdk/client-s3';
import type { ByteRange } from '../../../core/byte-range';
import { splitIntoParts } from './split-into-parts';
import { createLoggedFileStoreError } from './create-logged-file-store-error';

/** Size of a part of an upload; one part is in memory at a time. S3 requires at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;

/** The metadata of an object. */
export interface S3ObjectMetadata {
  readonly size: number;
  readonly modifiedAt: Date;
  readonly entityTag: string;
}

export interface ListedS3Object {
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
  async head(key: string): Promise<S3ObjectMetadata | undefined> {
    const response = await this.undefinedIfMissing(() =>
      this.client.headObject({ Bucket: this.name, Key: key }),
    );
    return response && { ...toObjectMetadata(response), size: response.ContentLength ?? 0 };
  }

  /** Opens an object; undefined if it doesn't exist. */
  async get(
    key: string,
    range?: ByteRange,
  ): Promise<{ metadata: S3ObjectMetadata; content: Readable } | undefined> {
    const Range = range && `bytes=${range.first}-${range.last}`;
    const response = await this.undefinedIfMissing(() =>
      this.client.getObject({ Bucket: this.name, Key: key, Range }),
    );
    if (!response) return undefined;
    const objectSize = /\/(\d+)$/.exec(response.ContentRange ?? '')?.[1];
    const size = objectSize === undefined ? (response.ContentLength ?? 0) : Number(objectSize);
    return {
      metadata: { ...toObjectMetadata(response), size },
      content: response.Body as unknown as Readable,
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
    const response = await this.undefinedIfMissing(() =>
      this.client.copyObject({ Bucket: this.name, Key: to, CopySource: source }),
    );
    return response !== undefined;
  }

  /** Removes an object, if it exists. */
  async remove(key: string): Promise<void> {
    await withFileStoreErrors(() => this.client.deleteObject({ Bucket: this.name, Key: key }));
  }

  /** Lists the first objects with a prefix. @param after key after which the list starts */
  async list(prefix: string, limit: number, after?: string): Promise<ListedS3Object[]> {
    const response = await withFileStoreErrors(() =>
      this.client.listObjects({
        Bucket: this.name,
        Prefix: prefix,
        MaxKeys: limit,
        ...(after !== undefined && { Marker: after }),
      }),
    );
    return (response.Contents ?? []).map(({ Key = '', LastModified }) => ({
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
    let multipartUpload: S3MultipartUpload | undefined;
    let size = 0;
    try {
      for await (const { bytes, isLast } of splitIntoParts(content, PART_BYTES)) {
        size += bytes.length;
        if (isLast && !multipartUpload) await this.put(key, bytes);
        else await (multipartUpload ??= await this.createMultipartUpload(key)).uploadPart(bytes);
      }
      await multipartUpload?.complete();
      return size;
    } catch (error) {
      await multipartUpload?.abort().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Lists unfinished uploads.
   * @param startedBefore maximum start time
   * @returns an empty list if the server doesn't support the operation
   */
  async listUnfinishedUploads(prefix: string, startedBefore: Date): Promise<S3MultipartUpload[]> {
    const response = await this.client
      .listMultipartUploads({ Bucket: this.name, Prefix: prefix })
      .catch((error: unknown) => {
        if (findErrorStatus(error) === 501 || findErrorStatus(error) === 405) return undefined;
        throw toFileStoreError(error);
      });
    const oldUploads = (response?.Uploads ?? []).filter(
      ({ Initiated }) => Initiated && Initiated < startedBefore,
    );
    return oldUploads.map(
      ({ Key = '', UploadId = '' }) =>
        new S3MultipartUpload(this.client, { Bucket: this.name, Key, UploadId }),
    );
  }

  close(): void {
    this.client.destroy();
  }

  private async createMultipartUpload(key: string): Promise<S3MultipartUpload> {
    const target = { Bucket: this.name, Key: key };
    const { UploadId = '' } = await withFileStoreErrors(() =>
      this.client.createMultipartUpload(target),
    );
    return new S3MultipartUpload(this.client, { ...target, UploadId });
  }

  private async undefinedIfMissing<T>(call: () => Promise<T>): Promise<T | undefined> {
    return call().catch((error: unknown) => {
      if (findErrorStatus(error) === 404 && toErrorName(error) !== 'NoSuchBucket') return undefined;
      throw toFileStoreError(error);
    });
  }
}

/** A multipart upload. */
class S3MultipartUpload {
  private readonly parts: { ETag?: string; PartNumber: number }[] = [];

  constructor(
    private readonly client: S3,
    private readonly uploadParams: { Bucket: string; Key: string; UploadId: string },
  ) {}

  async uploadPart(bytes: Uint8Array): Promise<void> {
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

function toObjectMetadata(response: {
  LastModified?: Date;
  ETag?: string;
}): Omit<S3ObjectMetadata, 'size'> {
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
  return createLoggedFileStoreError(isFull ? 'full' : 'unavailable', error);
}

function toErrorName(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function findErrorStatus(error: unknown): number | undefined {
  const { $metadata } = Object(error) as Partial<S3ServiceException>;
  return $metadata?.httpStatusCode;
}
