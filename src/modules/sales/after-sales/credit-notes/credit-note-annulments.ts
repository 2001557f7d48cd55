import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../../core/load-plan';
import type { Thousandths } from '../../../../core/money';
import { documentTypes, Documents, listLeafRows } from '../../documents';
import {
  DocumentAnnulments,
  requireNotAnnulled,
} from '../../documents/changes/document-annulments';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import type { CopySource } from '../../documents/copies/copy-source';
import type { DocumentRow } from '../../documents/entities/document-row.entity';
import { SalesDocument } from '../../documents/entities/document.entity';
import { ReturnedQuantities } from '../rmas/returned-quantities';
import { CreditNoteWriter } from './credit-note-writer';
import { VoucherRefunds } from './voucher-refunds';

const parentPlan = createLoadPlan(SalesDocument, ['type', 'parentId', 'parentType']);

/** Annuls credit notes. */
@Injectable()
export class CreditNoteAnnulments {
  constructor(
    private readonly documents: Documents,
    private readonly documentGenerator: DocumentGenerator,
    private readonly creditNoteWriter: CreditNoteWriter,
    private readonly voucherRefunds: VoucherRefunds,
    private readonly returnedQuantities: ReturnedQuantities,
    private readonly annulments: DocumentAnnulments,
  ) {}

  /**
   * Annuls a credit note, in a unit of work. The credited amounts can be credited again, and vouchers lose what they
   * got by it.
   * @throws NotFound, DocumentAnnulled, InvoicedAgain, VoucherNotFound, InsufficientVoucherBalance
   */
  async annul(noteId: number, reason: string): Promise<void> {
    const orderId = await this.getOrderId(noteId);
    const order = await this.documentGenerator.lockAndLoadSource('order', orderId);
    const note = await this.documentGenerator.lockAndLoadSource('creditNote', noteId);
    requireNotAnnulled(note);
    const invoiceId = await this.creditNoteWriter.reopenInvoice(order, note);
    await this.voucherRefunds.reverseRefunds(order, note.vouchers);
    const isOfInvoice = note.parentType === documentTypes.invoice;
    if (isOfInvoice) {
      const { creditNotes, rmaIdByReturnId } = await this.creditNoteWriter.loadCreditableInvoice(
        order,
        invoiceId,
      );
      const notesWithoutReturn = creditNotes.filter(
        ({ id, parentId }) => id !== noteId && !rmaIdByReturnId.has(parentId ?? 0),
      );
      await this.returnedQuantities.releaseCreditedQuantities(
        order,
        sumQuantitiesByRowId(order, [note]),
        sumQuantitiesByRowId(order, notesWithoutReturn),
      );
    }
    await this.creditNoteWriter.subtractCreditedQuantities(order, note.rows);
    await this.annulments.annul([noteId], reason);
  }

  private async getOrderId(noteId: number): Promise<number> {
    const note = await this.documents.get('creditNote', noteId, parentPlan);
    const parentId = note.parentId ?? 0;
    const parentKind = note.parentType === documentTypes.invoice ? 'invoice' : 'return';
    const parent = await this.documents.get(parentKind, parentId, parentPlan);
    if (parentKind === 'invoice') return parent.parentId ?? 0;
    const rma = await this.documents.get('rma', parent.parentId ?? 0, parentPlan);
    return rma.parentId ?? 0;
  }
}

/** A line of a credit note, or a bundle of lines. */
type CreditedRow = Pick<DocumentRow, 'type' | 'hash' | 'quantity' | 'byAmount'> & {
  items?: CreditedRow[];
};

/** Returns the quantities of credit notes, by the ids of the order's lines. */
function sumQuantitiesByRowId(
  order: CopySource,
  notes: readonly { readonly rows: readonly CreditedRow[] }[],
): Map<number, Thousandths> {
  const rowIdByHash = new Map(listLeafRows(order.rows).map(({ hash, id }) => [hash, id]));
  const quantities = new Map<number, Thousandths>();
  for (const { hash, quantity, byAmount } of notes.flatMap(({ rows }) => listLeafRows(rows))) {
    const id = rowIdByHash.get(hash);
    if (id === undefined || byAmount) continue;
    quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  }
  return quantities;
}
