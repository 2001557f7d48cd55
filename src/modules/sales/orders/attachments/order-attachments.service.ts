import { Injectable } from '@nestjs/common';
import type { ResponseFile } from '../../../../api';
import { defineError } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import {
  FileNotFound,
  type FilePath,
  FileStore,
  toMediaType,
  getBaseName,
  NotAFile,
  parsePath,
  PathThroughFile,
} from '../../../../platform/media/files';
import { Documents } from '../../documents';
import { SalesDocument } from '../../documents/entities/document.entity';

/** Maximum size of a file, because clients keep its Base64 form in memory. */
const MAX_ATTACHMENT_BYTES = 50 * 1024 * 1024;

/** 413: a file is too large for a Base64 response. */
export const AttachmentTooLarge = defineError<{ path: string; size: number }>({
  code: 'file.tooLarge',
  status: 413,
  title: 'The file is too large',
  remedy: 'Download the file from `/static/`, or directly from the file store.',
  detail: ({ path, size }) =>
    `${JSON.stringify(path)} has ${size} bytes; this operation returns at most ${MAX_ATTACHMENT_BYTES}.`,
  pointer: () => 'query/value',
});

const typePlan = createLoadPlan(SalesDocument, ['type']);

/** Reads files of orders, which are in the folder `attachments/orders/{id}` of the file store. */
@Injectable()
export class OrderAttachmentsService {
  constructor(
    private readonly documents: Documents,
    private readonly store: FileStore,
  ) {}

  /**
   * @param rawPath path of the file below the order's folder
   * @returns the file; the caller must read or destroy its content
   * @throws InvalidRequest for an invalid path or one outside the folder, NotFound, FileNotFound, AttachmentTooLarge
   */
  async get(orderId: number, rawPath: string): Promise<ResponseFile> {
    // A parsed path has no `..` parts, so it can't leave the folder that it starts with.
    const relativePath = parsePath(rawPath, 'query/value');
    const path = parsePath(`attachments/orders/${orderId}/${relativePath}`, 'query/value');
    await this.documents.get('order', orderId, typePlan);
    const { file, content } = await this.open(path);
    if (file.size > MAX_ATTACHMENT_BYTES) {
      content.destroy();
      throw new AttachmentTooLarge({ path, size: file.size });
    }
    const name = getBaseName(path);
    const { size, entityTag } = file;
    return { name, mediaType: toMediaType(name), entityTag, size, content };
  }

  /** Opens a file. @throws FileNotFound, also for a folder */
  private async open(path: FilePath): ReturnType<FileStore['read']> {
    try {
      return await this.store.read(path);
    } catch (error) {
      const isMissing = error instanceof NotAFile || error instanceof PathThroughFile;
      throw isMissing ? new FileNotFound({ path }) : error;
    }
  }
}
