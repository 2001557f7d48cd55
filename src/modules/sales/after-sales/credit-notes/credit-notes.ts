import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../../core/load-plan';
import { sumAmounts, type Thousandths } from '../../../../core/money';
import { is, isOneOf, Stores } from '../../../../database';
import { type DocumentPlan, Documents, leafRows } from '../../documents';
import { DocumentCopies } from '../../documents/copies/document-copies';
import { NothingLeftToCredit } from '../../documents/copies/generation-errors';
import type { CopySource } from '../../documents/copies/copy-source';
import { AdditionalItem } from '../../documents/entities/additional-item.entity';
import { SalesDocument } from '../../documents/entities/document.entity';
import { requireWithinRange } from '../amounts/amounts-too-large';
import { sumItemsOfType, calculateRefund } from '../amounts/refund';
import { findItemsError } from '../rmas/item-limits';
import { RmaItems } from '../rmas/rma-items';
import { type Correction, Corrections } from './corrections';
import { InvoiceMissing } from './invoice-missing';

const parentPlan = createLoadPlan(SalesDocument, ['type', 'parentId']);
const itemPlan = createLoadPlan(AdditionalItem, ['type', 'amount']);

/** Credit notes of returns: one for each, with the part of the order's amounts that it gives back. */
@Injectable()
export class CreditNotes {
  constructor(
    private readonly stores: Stores,
    private readonly documents: Documents,
    private readonly copies: DocumentCopies,
    private readonly items: RmaItems,
    private readonly corrections: Corrections,
  ) {}

  /**
   * Makes the credit note of a return, in a unit of work of its own or as a part of the one around it. The
   * order is locked: what a note gives back depends on those before it.
   * @returns the credit note's id
   * @throws NotFound, AlreadyGenerated, InvoiceMissing, NothingLeftToCredit, AdditionalItemsTooLarge, AmountsTooLarge
   */
  generate(returnId: number): Promise<number> {
    return this.copies.withRetry(async () => {
      const rmaId = await this.getParentId('return', returnId);
      const orderId = await this.getParentId('rma', rmaId);
      const order = await this.copies.lockSource('order', orderId);
      const invoice = (await this.copies.findGenerated('invoice', [orderId])).get(orderId);
      await this.documents.lock([returnId, ...(invoice ? [invoice.id] : [])]);
      const source = await this.copies.lockSource('return', returnId);
      await this.copies.requireNotGenerated('creditNote', returnId);
      if (!invoice) throw new InvoiceMissing({ orderId, number: order.documentNumber ?? '' });
      const correction = await this.corrections.of(order, invoice.id);
      const items = await this.items.list(rmaId);
      const before = await this.creditedBefore(correction);
      const tooLarge = before && findItemsError(order, before.items, items);
      if (tooLarge) throw tooLarge;
      const quantities = quantitiesLeft(correction, source);
      const given = requireWithinRange('', () =>
        calculateRefund({
          order,
          source,
          quantities,
          items,
          ...(before ? { before } : { before: nothing, invoiced: correction.left }),
        }),
      );
      if (!before && quantities.size === 0 && given.amounts.totals.total === 0) {
        throw new NothingLeftToCredit({ number: invoice.documentNumber ?? '', id: invoice.id });
      }
      return this.corrections.store(correction, {
        source,
        given,
        columns: { soleParentId: returnId },
        isLast: isLast(correction, quantities),
        toVouchers: () => sumItemsOfType(items, 'VOUCHER'),
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
   * Refunds of an invoice by returns, whose figures are rounded together; undefined if it has other credit notes, or one
   * that was annulled. After these, each credit note is rounded together with the rest that it leaves.
   */
  private async creditedBefore({ notes, rmaOf, hasAnnulledNotes }: Correction) {
    if (hasAnnulledNotes) return undefined;
    const rmas = notes.flatMap(({ parentId }) => rmaOf.get(parentId ?? 0) ?? []);
    if (rmas.length < notes.length) return undefined;
    const ofRmas = [isOneOf('documentId', rmas)];
    const items = await this.stores.loader.listWhere(AdditionalItem, ofRmas, itemPlan);
    const quantities = new Map<string, Thousandths>();
    for (const { hash, quantity } of notes.flatMap(({ rows }) => leafRows(rows))) {
      quantities.set(hash, sumAmounts([quantities.get(hash) ?? 0, quantity]));
    }
    return { items, quantities };
  }
}

const nothing = { quantities: new Map<string, Thousandths>(), items: [] };

/** Returns the returned parts of lines that are not credited yet, by the lines' hashes. */
function quantitiesLeft({ order, left }: Correction, { rows }: CopySource) {
  const most = new Map(
    leafRows(order.rows).map(({ hash }, at) => [hash, left.lines[at]?.quantity ?? 0]),
  );
  return new Map(
    leafRows(rows).flatMap(({ hash, quantity }): [string, Thousandths][] => {
      const part = Math.min(quantity, most.get(hash) ?? 0);
      return part > 0 ? [[hash, part]] : [];
    }),
  );
}

/** Whether all goods are back: gifts may come after everything that was paid for. */
function isLast(
  { order, left }: Correction,
  quantities: ReadonlyMap<string, Thousandths>,
): boolean {
  return leafRows(order.rows).every(
    ({ hash }, at) => left.lines[at]?.quantity === (quantities.get(hash) ?? 0),
  );
}
