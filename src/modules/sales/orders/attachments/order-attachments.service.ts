import { Injectable } from '@nestjs/common';
import type { ResponseFile } from '../../../../api';
import { defineError } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import {
  FileNotFound,
  type FilePath,
  FileStore,
  toMediaType,
  baseNameOf,
  NotAFile,
  parsePath,
  PathThroughFile,
} from '../../../../platform/media/files';
import { Documents, SalesDocument } from '../../documents';

/** Of a file that is answered: as Base64 it takes memory. */
const MAX_BYTES = 50 * 1024 * 1024;

/** 413: a file is too large to be answered as Base64. */
export const AttachmentTooLarge = defineError<{ path: string; size: number }>({
  code: 'file.tooLarge',
  status: 413,
  title: 'The file is too large',
  remedy: 'Fetch the file below `/static/`, or from the store itself.',
  detail: ({ path, size }) =>
    `${JSON.stringify(path)} has ${size} bytes; at most ${MAX_BYTES} can be fetched this way.`,
  pointer: () => 'query/value',
});

const typePlan = createLoadPlan(SalesDocument, ['type']);

/** Files of the file store that belong to orders: those below `attachments/orders/{id}`. */
@Injectable()
export class OrderAttachmentsService {
  constructor(
    private readonly documents: Documents,
    private readonly store: FileStore,
  ) {}

  /**
   * @param value path of the file below the order's folder
   * @returns the file, whose content is to be read or destroyed
   * @throws InvalidRequest for a path that is none or leads elsewhere, NotFound, FileNotFound,
   * AttachmentTooLarge
   */
  async get(orderId: number, value: string): Promise<ResponseFile> {
    // A parsed path has no part that leads upwards, so it can't leave the folder that it begins with.
    const below = parsePath(value, 'query/value');
    const path = parsePath(`attachments/orders/${orderId}/${below}`, 'query/value');
    await this.documents.get('order', orderId, typePlan);
    const { file, content } = await this.open(path);
    if (file.size > MAX_BYTES) {
      content.destroy();
      throw new AttachmentTooLarge({ path, size: file.size });
    }
    const name = baseNameOf(path);
    const { size, tag } = file;
    return { name, mediaType: toMediaType(name), tag, size, content };
  }

  /** Opens a file; a folder is no attachment. */
  private async open(path: FilePath): ReturnType<FileStore['read']> {
    try {
      return await this.store.read(path);
    } catch (error) {
      const isNone = error instanceof NotAFile || error instanceof PathThroughFile;
      throw isNone ? new FileNotFound({ path }) : error;
    }
  }
}
