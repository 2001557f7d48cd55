import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../../core/load-plan';
import { sumAmounts, type Thousandths } from '../../../../core/money';
import { is, isOneOf, DataAccess } from '../../../../database';
import { type DocumentPlan, Documents, listLeafRows } from '../../documents';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import { NothingLeftToCredit } from '../../documents/copies/generation-errors';
import type { CopySource } from '../../documents/copies/copy-source';
import { AdditionalItem } from '../../documents/entities/additional-item.entity';
import { SalesDocument } from '../../documents/entities/document.entity';
import { requireWithinRange } from '../amounts/amounts-too-large';
import { sumItemsOfType, calculateRefund } from '../amounts/refund';
import { findItemsError } from '../rmas/item-limits';
import { RmaItems } from '../rmas/rma-items';
import { type CreditableInvoice, CreditNoteWriter } from './credit-note-writer';
import { InvoiceMissing } from './invoice-missing';

const parentPlan = createLoadPlan(SalesDocument, ['type', 'parentId']);
const itemPlan = createLoadPlan(AdditionalItem, ['type', 'amount']);

/** Credit notes of returns: one for each, with the part of the order's amounts that it gives back. */
@Injectable()
export class ReturnCreditNotes {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documents: Documents,
    private readonly copies: DocumentGenerator,
    private readonly items: RmaItems,
    private readonly corrections: CreditNoteWriter,
  ) {}

  /**
   * Makes the credit note of a return, in a unit of work of its own or as a part of the one around it. The
   * order is locked: what a note gives back depends on those before it.
   * @returns the credit note's id
   * @throws NotFound, AlreadyGenerated, InvoiceMissing, NothingLeftToCredit, AdditionalItemsTooLarge, AmountsTooLarge
   */
  generate(returnId: number): Promise<number> {
    return this.copies.runInUnitOfWorkWithRetry(async () => {
      const rmaId = await this.getParentId('return', returnId);
      const orderId = await this.getParentId('rma', rmaId);
      const order = await this.copies.lockSource('order', orderId);
      const invoice = (await this.copies.findGenerated('invoice', [orderId])).get(orderId);
      await this.documents.lock([returnId, ...(invoice ? [invoice.id] : [])]);
      const source = await this.copies.lockSource('return', returnId);
      await this.copies.requireNotGenerated('creditNote', returnId);
      if (!invoice) throw new InvoiceMissing({ orderId, number: order.documentNumber ?? '' });
      const correction = await this.corrections.load(order, invoice.id);
      const items = await this.items.list(rmaId);
      const earlierRefunds = await this.findEarlierRefunds(correction);
      const tooLarge = earlierRefunds && findItemsError(order, earlierRefunds.items, items);
      if (tooLarge) throw tooLarge;
      const quantities = quantitiesLeft(correction, source);
      const content = requireWithinRange('', () =>
        calculateRefund({
          order,
          source,
          quantities,
          items,
          ...(earlierRefunds
            ? { earlierRefunds }
            : { earlierRefunds: NO_EARLIER_REFUNDS, invoiced: correction.left }),
        }),
      );
      if (!earlierRefunds && quantities.size === 0 && content.amounts.totals.total === 0) {
        throw new NothingLeftToCredit({ number: invoice.documentNumber ?? '', id: invoice.id });
      }
      return this.corrections.store(correction, {
        source,
        content,
        columns: { soleParentId: returnId },
        isLast: isEverythingReturned(correction, quantities),
        getMaxVoucherRefund: () => sumItemsOfType(items, 'VOUCHER'),
      });
    });
  }

  /** The valid credit note of a return, if there is one. @throws NotFound without such a return */
  async listByReturn(returnId: number, plan: DocumentPlan): Promise<SalesDocument[]> {
    await this.documents.get('return', returnId, parentPlan);
    return this.documents.list('creditNote', [is('soleParentId', returnId)], plan);
  }

  /** Parents never change, so they need no lock. @throws NotFound */
  private async getParentId(kind: 'return' | 'rma', id: number): Promise<number> {
    const { parentId } = await this.documents.get(kind, id, parentPlan);
    return parentId ?? 0;
  }

  /**
   * Refunds of an invoice by returns, whose figures are rounded together; undefined if it has other credit notes, or
   * one that was annulled. After these, each credit note is rounded together with the rest that it leaves.
   */
  private async findEarlierRefunds({
    notes,
    rmaIdByReturnId,
    hasAnnulledNotes,
  }: CreditableInvoice) {
    if (hasAnnulledNotes) return undefined;
    const rmas = notes.flatMap(({ parentId }) => rmaIdByReturnId.get(parentId ?? 0) ?? []);
    if (rmas.length < notes.length) return undefined;
    const ofRmas = [isOneOf('documentId', rmas)];
    const items = await this.dataAccess.loader.listWhere(AdditionalItem, ofRmas, itemPlan);
    const quantities = new Map<string, Thousandths>();
    for (const { hash, quantity } of notes.flatMap(({ rows }) => listLeafRows(rows))) {
      quantities.set(hash, sumAmounts([quantities.get(hash) ?? 0, quantity]));
    }
    return { items, quantities };
  }
}

const NO_EARLIER_REFUNDS = { quantities: new Map<string, Thousandths>(), items: [] };

/** Returns the returned parts of lines that are not credited yet, by the lines' hashes. */
function quantitiesLeft({ order, left }: CreditableInvoice, { rows }: CopySource) {
  const most = new Map(
    listLeafRows(order.rows).map(({ hash }, at) => [hash, left.lines[at]?.quantity ?? 0]),
  );
  return new Map(
    listLeafRows(rows).flatMap(({ hash, quantity }): [string, Thousandths][] => {
      const part = Math.min(quantity, most.get(hash) ?? 0);
      return part > 0 ? [[hash, part]] : [];
    }),
  );
}

/** Whether all goods are back: gifts may come after everything that was paid for. */
function isEverythingReturned(
  { order, left }: CreditableInvoice,
  quantities: ReadonlyMap<string, Thousandths>,
): boolean {
  return listLeafRows(order.rows).every(
    ({ hash }, at) => left.lines[at]?.quantity === (quantities.get(hash) ?? 0),
  );
}
