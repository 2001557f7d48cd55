import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../../core/load-plan';
import type { Thousandths } from '../../../../core/money';
import {
  Annulments,
  DocumentCopies,
  documentTypes,
  Documents,
  leafRows,
  refuseAnnulled,
  SalesDocument,
} from '../../documents';
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
   * Annuls a credit note, in a unit of work: what it gave back is left of its invoice again, and vouchers lose what they
   * got by it.
   * @throws NotFound, DocumentAnnulled, InvoicedAgain, VoucherNotFound, VoucherSpent
   */
  async annul(noteId: number, reason: string): Promise<void> {
    const orderId = await this.findOrderId(noteId);
    const order = await this.copies.lockSource('order', orderId);
    const note = await this.copies.lockSource('creditNote', noteId);
    refuseAnnulled(note);
    await this.corrections.reopen(order, note);
    await this.refunds.takeBack(order, note.vouchers);
    const isOfInvoice = note.parentType === documentTypes.invoice;
    if (isOfInvoice) await this.returned.release(order, quantitiesOf(order, note));
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

/** Returns the quantities of a credit note, by the ids of the order's lines. */
function quantitiesOf(order: SalesDocument, { rows }: SalesDocument): Map<number, Thousandths> {
  const ids = new Map(leafRows(order.rows).map(({ hash, id }) => [hash, id]));
  return new Map(
    leafRows(rows).flatMap(({ hash, quantity, byAmount }): [number, Thousandths][] => {
      const id = ids.get(hash);
      return id === undefined || byAmount ? [] : [[id, quantity]];
    }),
  );
}
