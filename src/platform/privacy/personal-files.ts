import { Injectable } from '@nestjs/common';
import { whereEquals, whereAtLeast, DataAccess } from '../../database';
import { ExportJobsService } from '../data-transfer/exports';
import { FileStore, FolderNotFound, parsePath } from '../media/files';
import { documentTypes, SalesDocument } from '../../modules/sales';
import type { Erasure } from './erasure.entity';
import { ROWS_PER_STEP, type StepPosition } from './personal-texts';

/** Attachments of a person's orders, and exports of the person's data. */
@Injectable()
export class PersonalFiles {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly files: FileStore,
    private readonly exportJobs: ExportJobsService,
  ) {}

  /** Removes the attachments of the next orders; must not be called inside a unit of work. */
  async removeNextAttachments({ id: userId, after }: Erasure): Promise<StepPosition> {
    if (after === 0) await this.exportJobs.removeByUser(userId);
    const orderConditions = [
      whereEquals('userId', userId),
      whereEquals('type', documentTypes.order),
    ];
    const nextConditions = [...orderConditions, whereAtLeast('id', after + 1)];
    const options = { order: [{ property: 'id' as const }], limit: ROWS_PER_STEP };
    const ids = await this.dataAccess.loader.listIds(SalesDocument, nextConditions, options);
    for (const id of ids) await this.removeFolder(`attachments/orders/${id}`);
    return ids.at(-1);
  }

  private async removeFolder(path: string): Promise<void> {
    try {
      await this.files.removeFolder(parsePath(path, ''), { force: true });
    } catch (error) {
      if (!(error instanceof FolderNotFound)) throw error;
    }
  }
}
