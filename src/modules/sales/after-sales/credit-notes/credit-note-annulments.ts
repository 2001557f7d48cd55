import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../../core/load-plan';
import type { Thousandths } from '../../../../core/money';
import { documentTypes, Documents, leafRows } from '../../documents';
import { Annulments, refuseAnnulled } from '../../documents/changes/annulments';
import { DocumentCopies } from '../../documents/copies/document-copies';
import type { CopySource } from '../../documents/copies/copy-source';
import type { DocumentRow } from '../../documents/entities/document-row.entity';
import { SalesDocument } from '../../documents/entities/document.entity';
import { ReturnedQuantities } from '../rmas/returned-quantities';
import { Corrections } from './corrections';
import { VoucherRefunds } from './voucher-refunds';

const parentPlan = createLoadPlan(SalesDocument, ['type', 'parentId', 'parentType']);

/** Annuls credit notes. */
@Injectable()
export class CreditNoteAnnulments {
  constructor(
    private readonly documents: Documents,
    private readonly copies: DocumentCopies,
    private readonly corrections: Corrections,
    private readonly refunds: VoucherRefunds,
    private readonly returned: ReturnedQuantities,
    private readonly annulments: Annulments,
  ) {}

  /**
   * Annuls a credit note, in a unit of work. The credited amounts can be credited again, and vouchers lose what they
   * got by it.
   * @throws NotFound, DocumentAnnulled, InvoicedAgain, VoucherNotFound, VoucherSpent
   */
  async annul(noteId: number, reason: string): Promise<void> {
    const orderId = await this.findOrderId(noteId);
    const order = await this.copies.lockSource('order', orderId);
    const note = await this.copies.lockSource('creditNote', noteId);
    refuseAnnulled(note);
    const invoiceId = await this.corrections.reopen(order, note);
    await this.refunds.takeBack(order, note.vouchers);
    const isOfInvoice = note.parentType === documentTypes.invoice;
    if (isOfInvoice) {
      const { notes, rmaOf } = await this.corrections.of(order, invoiceId);
      const others = notes.filter(({ id, parentId }) => id !== noteId && !rmaOf.has(parentId ?? 0));
      await this.returned.release(order, quantitiesOf(order, [note]), quantitiesOf(order, others));
    }
    await this.corrections.uncount(order, note.rows);
    await this.annulments.annul([noteId], reason);
  }

  private async findOrderId(noteId: number): Promise<number> {
    const note = await this.documents.get('creditNote', noteId, parentPlan);
    const parentId = note.parentId ?? 0;
    const above = note.parentType === documentTypes.invoice ? 'invoice' : 'return';
    const parent = await this.documents.get(above, parentId, parentPlan);
    if (above === 'invoice') return parent.parentId ?? 0;
    const rma = await this.documents.get('rma', parent.parentId ?? 0, parentPlan);
    return rma.parentId ?? 0;
  }
}

/** A line of a credit note, or a bundle of lines. */
type CreditedRow = Pick<DocumentRow, 'type' | 'hash' | 'quantity' | 'byAmount'> & {
  items?: CreditedRow[];
};

/** Returns the quantities of credit notes, by the ids of the order's lines. */
function quantitiesOf(
  order: CopySource,
  notes: readonly { readonly rows: readonly CreditedRow[] }[],
): Map<number, Thousandths> {
  const ids = new Map(leafRows(order.rows).map(({ hash, id }) => [hash, id]));
  const quantities = new Map<number, Thousandths>();
  for (const { hash, quantity, byAmount } of notes.flatMap(({ rows }) => leafRows(rows))) {
    const id = ids.get(hash);
    if (id === undefined || byAmount) continue;
    quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  }
  return quantities;
}
