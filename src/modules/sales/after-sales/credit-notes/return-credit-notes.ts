import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../../core/load-plan';
import { sumAmounts, type Thousandths } from '../../../../core/money';
import { whereEquals, whereIn, DataAccess } from '../../../../database';
import { type DocumentPlan, Documents, listLeafRows } from '../../documents';
import { DocumentGenerator } from '../../documents/copies/document-generator';
import { NothingLeftToCredit } from '../../documents/copies/generation-errors';
import type { CopySource } from '../../documents/copies/copy-source';
import { AdditionalItem } from '../../documents/entities/additional-item.entity';
import { SalesDocument } from '../../documents/entities/document.entity';
import { mapAmountOutOfRange } from '../amounts/amounts-too-large';
import { sumItemsOfType, calculateRefund } from '../amounts/refund';
import { findItemExcessError } from '../rmas/additional-item-limits';
import { RmaAdditionalItems } from '../rmas/rma-additional-items';
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
    private readonly documentGenerator: DocumentGenerator,
    private readonly rmaAdditionalItems: RmaAdditionalItems,
    private readonly creditNoteWriter: CreditNoteWriter,
  ) {}

  /**
   * Makes the credit note of a return, in a unit of work of its own or as a part of the one around it. The
   * order is locked: what a note gives back depends on those before it.
   * @returns the credit note's id
   * @throws NotFound, AlreadyGenerated, InvoiceMissing, NothingLeftToCredit, AdditionalItemsTooLarge, AmountsTooLarge
   */
  generate(returnId: number): Promise<number> {
    return this.documentGenerator.runInUnitOfWorkWithRetry(async () => {
      const rmaId = await this.getParentId('return', returnId);
      const orderId = await this.getParentId('rma', rmaId);
      const order = await this.documentGenerator.lockAndLoadSource('order', orderId);
      const invoice = (await this.documentGenerator.findGenerated('invoice', [orderId])).get(
        orderId,
      );
      await this.documents.lock([returnId, ...(invoice ? [invoice.id] : [])]);
      const source = await this.documentGenerator.lockAndLoadSource('return', returnId);
      await this.documentGenerator.requireNotGenerated('creditNote', returnId);
      if (!invoice) throw new InvoiceMissing({ orderId, number: order.documentNumber ?? '' });
      const creditableInvoice = await this.creditNoteWriter.loadCreditableInvoice(
        order,
        invoice.id,
      );
      const items = await this.rmaAdditionalItems.list(rmaId);
      const earlierRefunds = await this.findEarlierRefunds(creditableInvoice);
      const itemsError = earlierRefunds && findItemExcessError(order, earlierRefunds.items, items);
      if (itemsError) throw itemsError;
      const quantities = calculateCreditableQuantities(creditableInvoice, source);
      const refundContent = mapAmountOutOfRange('', () =>
        calculateRefund({
          order,
          source,
          quantities,
          items,
          ...(earlierRefunds
            ? { earlierRefunds }
            : { earlierRefunds: NO_EARLIER_REFUNDS, invoiced: creditableInvoice.remaining }),
        }),
      );
      if (!earlierRefunds && quantities.size === 0 && refundContent.amounts.totals.total === 0) {
        throw new NothingLeftToCredit({ number: invoice.documentNumber ?? '', id: invoice.id });
      }
      return this.creditNoteWriter.store(creditableInvoice, {
        source,
        refundContent,
        columns: { soleParentId: returnId },
        mayCloseInvoice: isEverythingReturned(creditableInvoice, quantities),
        getMaxVoucherRefund: () => sumItemsOfType(items, 'VOUCHER'),
      });
    });
  }

  /** The valid credit note of a return, if there is one. @throws NotFound without such a return */
  async listByReturn(returnId: number, plan: DocumentPlan): Promise<SalesDocument[]> {
    await this.documents.get('return', returnId, parentPlan);
    return this.documents.list('creditNote', [whereEquals('soleParentId', returnId)], plan);
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
    creditNotes,
    rmaIdByReturnId,
    hasAnnulledCreditNotes,
  }: CreditableInvoice) {
    if (hasAnnulledCreditNotes) return undefined;
    const rmas = creditNotes.flatMap(({ parentId }) => rmaIdByReturnId.get(parentId ?? 0) ?? []);
    if (rmas.length < creditNotes.length) return undefined;
    const conditions = [whereIn('documentId', rmas)];
    const items = await this.dataAccess.loader.listWhere(AdditionalItem, conditions, itemPlan);
    const quantities = new Map<string, Thousandths>();
    for (const { hash, quantity } of creditNotes.flatMap(({ rows }) => listLeafRows(rows))) {
      quantities.set(hash, sumAmounts([quantities.get(hash) ?? 0, quantity]));
    }
    return { items, quantities };
  }
}

const NO_EARLIER_REFUNDS = { quantities: new Map<string, Thousandths>(), items: [] };

/** Returns the returned parts of lines that are not credited yet, by the lines' hashes. */
function calculateCreditableQuantities(
  { order, remaining }: CreditableInvoice,
  { rows }: CopySource,
) {
  const maxQuantityByHash = new Map(
    listLeafRows(order.rows).map(({ hash }, at) => [hash, remaining.lines[at]?.quantity ?? 0]),
  );
  return new Map(
    listLeafRows(rows).flatMap(({ hash, quantity }): [string, Thousandths][] => {
      const part = Math.min(quantity, maxQuantityByHash.get(hash) ?? 0);
      return part > 0 ? [[hash, part]] : [];
    }),
  );
}

/** Whether all goods are back: gifts may come after everything that was paid for. */
function isEverythingReturned(
  { order, remaining }: CreditableInvoice,
  quantities: ReadonlyMap<string, Thousandths>,
): boolean {
  return listLeafRows(order.rows).every(
    ({ hash }, at) => remaining.lines[at]?.quantity === (quantities.get(hash) ?? 0),
  );
}
