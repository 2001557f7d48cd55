import { Injectable } from '@nestjs/common';
import { defineError } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { Documents } from '../documents';
import { Annulments, requireNotAnnulled } from '../documents/changes/annulments';
import { OrderCreditNotes, filterCreditNotes } from '../documents/copies/order-credit-notes';
import { DocumentGenerator } from '../documents/copies/document-generator';
import { requireNotReplaced } from '../documents/copies/generation-errors';
import { SalesDocument } from '../documents/entities/document.entity';

/** 409: an invoice to which a credit note refers stays. */
export const InvoiceCorrected = defineError<{ numbers: readonly string[] }>({
  code: 'invoice.corrected',
  status: 409,
  title: 'A credit note refers to the invoice',
  remedy:
    'If the transaction never took place, annul the credit notes first. Otherwise, credit the invoice.',
  detail: ({ numbers }) => `The invoice is corrected by ${numbers.join(', ')}.`,
});

const parentPlan = createLoadPlan(SalesDocument, ['type', 'parentId']);
const notePlan = createLoadPlan(SalesDocument, ['invoiceId', 'annulled', 'documentNumber']);

/** Annuls invoices. */
@Injectable()
export class InvoiceAnnulments {
  constructor(
    private readonly documents: Documents,
    private readonly copies: DocumentGenerator,
    private readonly credited: OrderCreditNotes,
    private readonly annulments: Annulments,
  ) {}

  /**
   * Annuls an invoice, and with a full invoice the simplified one that it replaces. Needs a unit of work. The order is
   * locked, so that no credit note is created at the same time.
   * @throws NotFound, DocumentAnnulled, InvoiceReplaced, InvoiceCorrected
   */
  async annul(invoiceId: number, reason: string): Promise<void> {
    const { parentId } = await this.documents.get('invoice', invoiceId, parentPlan);
    const order = await this.copies.lockSource('order', parentId ?? 0);
    const invoice = await this.copies.lockSource('invoice', invoiceId);
    requireNotAnnulled(invoice);
    requireNotReplaced(invoice);
    const notes = filterCreditNotes(await this.credited.loadByOrder(order.id, notePlan), invoiceId);
    if (notes.length > 0) {
      throw new InvoiceCorrected({ numbers: notes.map((one) => one.documentNumber ?? '') });
    }
    const { replacesId } = invoice;
    await this.annulments.annul(replacesId ? [replacesId, invoiceId] : [invoiceId], reason);
  }
}
