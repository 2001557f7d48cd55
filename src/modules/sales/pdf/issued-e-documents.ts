import { hash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import { is, Stores, isViolationOf } from '../../../database';
import { IssuedEDocument, SalesDocument } from '../documents';
import type { EDocumentFormat } from '../e-documents';

const hashPlan = createLoadPlan(IssuedEDocument, ['sha256']);

/** Remembers what was handed out: exports name it, and whoever holds a document can tell that it is the one. */
@Injectable()
export class IssuedEDocuments {
  private readonly logger = new Logger(IssuedEDocuments.name);

  constructor(private readonly stores: Stores) {}

  /**
   * Keeps the hash of the first document that is made in a form. The document goes out whatever happens here: a
   * database that takes nothing more still reads, and the next one is kept.
   */
  async storeHash(documentId: number, form: EDocumentFormat, bytes: Buffer): Promise<void> {
    const sha256 = hash('sha256', bytes, 'hex');
    try {
      const first =
        (await this.findHash(documentId, form)) ??
        (await this.insertHash(documentId, form, sha256));
      if (first !== sha256) {
        this.logger.warn(`${form} of document ${documentId} differs from the one handed out first`);
      }
    } catch (error) {
      const { message } = error as Error;
      this.logger.warn(`The hash of ${form} of document ${documentId} was not kept: ${message}`);
    }
  }

  private async findHash(documentId: number, form: EDocumentFormat): Promise<string | undefined> {
    const conditions = [is('documentId', documentId), is('form', form)];
    const [kept] = await this.stores.loader.listWhere(IssuedEDocument, conditions, hashPlan);
    return kept?.sha256;
  }

  /** @returns what is kept: somebody else may have been quicker */
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
