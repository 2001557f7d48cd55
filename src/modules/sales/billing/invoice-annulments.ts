import { Injectable } from '@nestjs/common';
import { defineError } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { Documents } from '../documents';
import { DocumentAnnulments, requireNotAnnulled } from '../documents/changes/document-annulments';
import {
  OrderCreditNotes,
  filterCreditNotesOfInvoice,
} from '../documents/copies/order-credit-notes';
import { DocumentGenerator } from '../documents/copies/document-generator';
import { requireNotExchanged } from '../documents/copies/generation-errors';
import { SalesDocument } from '../documents/entities/document.entity';

/** 409: an invoice to which a credit note refers stays. */
export const InvoiceHasCreditNotes = defineError<{ numbers: readonly string[] }>({
  code: 'invoice.corrected',
  status: 409,
  title: 'A credit note refers to the invoice',
  remedy:
    'If the transaction never took place, annul the credit notes first. Otherwise, credit the invoice.',
  detail: ({ numbers }) => `The invoice is corrected by ${numbers.join(', ')}.`,
});

const parentPlan = createLoadPlan(SalesDocument, ['type', 'parentId']);
const creditNotePlan = createLoadPlan(SalesDocument, ['invoiceId', 'annulled', 'documentNumber']);

/** Annuls invoices. */
@Injectable()
export class InvoiceAnnulments {
  constructor(
    private readonly documents: Documents,
    private readonly documentGenerator: DocumentGenerator,
    private readonly orderCreditNotes: OrderCreditNotes,
    private readonly annulments: DocumentAnnulments,
  ) {}

  /**
   * Annuls an invoice, and with a full invoice the simplified one that it replaces. Needs a unit of work. The order is
   * locked, so that no credit note is created at the same time.
   * @throws NotFound, DocumentAnnulled, InvoiceExchanged, InvoiceHasCreditNotes
   */
  async annul(invoiceId: number, reason: string): Promise<void> {
    const { parentId } = await this.documents.get('invoice', invoiceId, parentPlan);
    const order = await this.documentGenerator.lockAndLoadSource('order', parentId ?? 0);
    const invoice = await this.documentGenerator.lockAndLoadSource('invoice', invoiceId);
    requireNotAnnulled(invoice);
    requireNotExchanged(invoice);
    const creditNotes = filterCreditNotesOfInvoice(
      await this.orderCreditNotes.loadByOrder(order.id, creditNotePlan),
      invoiceId,
    );
    if (creditNotes.length > 0) {
      throw new InvoiceHasCreditNotes({
        numbers: creditNotes.map((one) => one.documentNumber ?? ''),
      });
    }
    const { replacesId } = invoice;
    await this.annulments.annul(replacesId ? [replacesId, invoiceId] : [invoiceId], reason);
  }
}
