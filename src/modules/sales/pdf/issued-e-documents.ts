import { hash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import { is, Stores, isViolationOf } from '../../../database';
import { IssuedEDocument, SalesDocument } from '../documents';
import type { EDocumentFormat } from '../e-documents';

const hashPlan = createLoadPlan(IssuedEDocument, ['sha256']);

/** Stores the hashes of issued structured documents, so that recipients can verify a file. Exports contain them. */
@Injectable()
export class IssuedEDocuments {
  private readonly logger = new Logger(IssuedEDocuments.name);

  constructor(private readonly stores: Stores) {}

  /**
   * Stores the hash of the first file in a format, and logs a warning when a later file differs. Errors are only
   * logged, so that documents can be downloaded even from a read-only database.
   */
  async storeHash(documentId: number, form: EDocumentFormat, bytes: Buffer): Promise<void> {
    const sha256 = hash('sha256', bytes, 'hex');
    try {
      const first =
        (await this.findHash(documentId, form)) ??
        (await this.insertHash(documentId, form, sha256));
      if (first !== sha256) {
        this.logger.warn(`${form} of document ${documentId} differs from the first issued file`);
      }
    } catch (error) {
      const { message } = error as Error;
      this.logger.warn(`The hash of ${form} of document ${documentId} was not stored: ${message}`);
    }
  }

  private async findHash(documentId: number, form: EDocumentFormat): Promise<string | undefined> {
    const conditions = [is('documentId', documentId), is('form', form)];
    const [found] = await this.stores.loader.listWhere(IssuedEDocument, conditions, hashPlan);
    return found?.sha256;
  }

  /** @returns the stored hash, which is that of a concurrent request if it was faster */
  private async insertHash(
    documentId: number,
    form: EDocumentFormat,
    sha256: string,
  ): Promise<string | undefined> {
    const { journal, unitOfWork, writer } = this.stores;
    try {
      await unitOfWork.run(async () => {
        await writer.insert(IssuedEDocument, [{ documentId, form, sha256 }]);
        journal.recordAction(SalesDocument, [documentId], 'generated');
      });
      return sha256;
    } catch (error) {
      if (!isViolationOf(error, 'unique')) throw error;
      return this.findHash(documentId, form);
    }
  }
}
