import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { defineError } from '../../../../core/errors';
import { increment, DataAccess } from '../../../../database';
import { SalesDocument } from '../entities/document.entity';
import { DocumentIssuance } from '../writing/document-issuance';

/** 409: an annulled document is as if it had never been issued; only its number is kept. */
export const DocumentAnnulled = defineError<{ number: string }>({
  code: 'document.annulled',
  status: 409,
  title: 'The document is annulled',
  remedy: 'Use another document of the order.',
  detail: ({ number }) => `${number} is annulled.`,
});

/** @throws DocumentAnnulled */
export function requireNotAnnulled({
  annulled,
  documentNumber,
}: Pick<SalesDocument, 'annulled' | 'documentNumber'>): void {
  if (annulled) throw new DocumentAnnulled({ number: documentNumber ?? '' });
}

/** Annuls invoices and credit notes of operations that never took place. */
@Injectable()
export class DocumentAnnulments {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly documentIssuance: DocumentIssuance,
  ) {}

  /**
   * Annuls documents, which must be locked together with their order. They keep their numbers, but another document can
   * be generated from the same source.
   */
  async annul(ids: readonly number[], reason: string): Promise<void> {
    const updatedAt = this.clock.now();
    for (const id of ids) {
      await this.dataAccess.writer.update(SalesDocument, id, {
        annulled: true,
        annulmentReason: reason,
        ...(await this.documentIssuance.recordAnnulment(id)),
        soleParentId: null,
        version: increment(1),
        updatedAt,
      });
    }
  }
}
