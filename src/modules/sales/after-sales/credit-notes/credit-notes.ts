import { Injectable } from '@nestjs/common';
import { DatabaseBusy } from '../../../../core/errors';
import { type LoadPlan, type TablePlan, createLoadPlan } from '../../../../core/load-plan';
import { sumAmounts, type Thousandths } from '../../../../core/money';
import { is, Stores } from '../../../../database';
import {
  type AdditionalItem,
  AlreadyGenerated,
  type Assembled,
  DocumentCopies,
  Documents,
  leafRows,
  SalesDocument,
} from '../../documents';
import { requireWithinRange } from '../amounts/amounts-too-large';
import { calculateRefund } from '../amounts/refund';
import { findItemsError } from '../rmas/item-limits';
import { RmaItems } from '../rmas/rma-items';
import { InvoiceMissing } from './invoice-missing';
import { OrderCredits } from './order-credits.entity';
import { VoucherRefunds } from './voucher-refunds';

const parentPlan = createLoadPlan(SalesDocument, ['type', 'parentId']);
const itemsPlan = createLoadPlan(SalesDocument, ['type'], { additionalItems: ['type', 'amount'] });
const creditsPlan = createLoadPlan(OrderCredits, ['version', 'quantities']);

/** Credit notes: one for each return, with the part of the order's amounts that it gives back. */
@Injectable()
export class CreditNotes {
  constructor(
    private readonly stores: Stores,
    private readonly documents: Documents,
    private readonly copies: DocumentCopies,
    private readonly items: RmaItems,
    private readonly refunds: VoucherRefunds,
  ) {}

  /**
   * Makes the credit note of a return, in a unit of work of its own or as a part of the one around it. The
   * order is locked: what a note gives back depends on those before it.
   * @returns the credit note's id
   * @throws NotFound, AlreadyGenerated, InvoiceMissing, AdditionalItemsTooLarge, AmountsTooLarge
   */
  generate(returnId: number): Promise<number> {
    return this.copies.withRetry(async () => {
      const rmaId = await this.getParentId('return', returnId);
      const orderId = await this.getParentId('rma', rmaId);
      const order = await this.copies.lockSource('order', orderId);
      const source = await this.copies.lockSource('return', returnId);
      const made = (await this.copies.findGenerated('creditNote', [returnId])).get(returnId);
      if (made) throw new AlreadyGenerated({ kind: 'creditNote', id: made.id });
      if (!(await this.copies.findGenerated('invoice', [orderId])).has(orderId)) {
        throw new InvoiceMissing({ orderId, number: order.documentNumber ?? '' });
      }
      const items = await this.items.list(rmaId);
      const earlier = await this.listCreditedItems(orderId);
      const tooLarge = findItemsError(order, earlier, items);
      if (tooLarge) throw tooLarge;
      const quantities = quantitiesOf(source);
      const before = { items: earlier, quantities: await this.recordCredits(order, quantities) };
      const { rows, amounts, charges, columns } = requireWithinRange('', () =>
        calculateRefund({ order, source, quantities, before, items }),
      );
      const { total, totalVouchers } = amounts.totals;
      const released = await this.refunds.creditReleasedVouchers(order, total);
      const left = total - sumAmounts(released.map(({ amount }) => amount));
      const wanted = await this.refunds.refund(order, Math.min(left, totalVouchers));
      const vouchers = [...released, ...wanted];
      const totals = {
        ...amounts.totals,
        totalVouchers: sumAmounts(vouchers.map((one) => one.amount)),
      };
      const { shippings, payment } = charges;
      const [id] = await this.copies.store([
        {
          source,
          kind: 'creditNote',
          rows,
          amounts: { ...amounts, totals, vouchers, shippings },
          columns: { ...columns, payment, soleParentId: returnId },
        },
      ]);
      return id as number;
    });
  }

  /** @throws NotFound */
  get<R extends Pick<SalesDocument, 'id' | 'type'>>(
    id: number,
    plan: LoadPlan<SalesDocument, R>,
  ): Promise<Assembled<R>> {
    return this.documents.get('creditNote', id, plan);
  }

  /** The credit note of a return, when there is one. @throws NotFound without such a return */
  async listByReturn(returnId: number, plan: TablePlan<SalesDocument>): Promise<SalesDocument[]> {
    await this.documents.get('return', returnId, parentPlan);
    return this.documents.list('creditNote', [is('soleParentId', returnId)], plan);
  }

  /** Parents never change, so they need no lock. @throws NotFound */
  private async getParentId(kind: 'return' | 'rma', id: number): Promise<number> {
    const { parentId } = await this.documents.get(kind, id, parentPlan);
    return parentId ?? 0;
  }

  /** The additional items of the order's RMAs that have their credit notes. */
  private async listCreditedItems(
    orderId: number,
  ): Promise<Pick<AdditionalItem, 'type' | 'amount'>[]> {
    const rmas = await this.documents.list('rma', [is('parentId', orderId)], itemsPlan);
    const giving = rmas.filter(({ additionalItems }) => additionalItems.length > 0);
    if (giving.length === 0) return [];
    const returns = await this.copies.findGenerated(
      'return',
      giving.map(({ id }) => id),
    );
    const made = [...returns.values()].map(({ id }) => id);
    const notes = await this.copies.findGenerated('creditNote', made);
    return giving
      .filter(({ id }) => notes.has(returns.get(id)?.id ?? 0))
      .flatMap(({ additionalItems }) => additionalItems);
  }

  /**
   * Counts what a note gives back of the locked order's lines.
   * @returns what was given back before, by the ids of the lines
   */
  private async recordCredits(
    order: SalesDocument,
    quantities: ReadonlyMap<string, Thousandths>,
  ): Promise<OrderCredits['quantities']> {
    const { loader, writer } = this.stores;
    const ofOrder = [is('documentId', order.id)];
    const [known] = await loader.listWhere(OrderCredits, ofOrder, creditsPlan);
    const before = known?.quantities ?? {};
    const given = leafRows(order.rows).flatMap(({ id, hash }): [string, Thousandths][] => {
      const quantity = (before[id] ?? 0) + (quantities.get(hash) ?? 0);
      return quantity > 0 ? [[String(id), quantity]] : [];
    });
    const after = Object.fromEntries(given);
    if (!known) {
      const first = { documentId: order.id, version: 1, quantities: after };
      await writer.insert(OrderCredits, [first]);
      return before;
    }
    const { id, version } = known;
    const patch = { version: version + 1, quantities: after };
    // The version is checked once more, in case a lock was forgotten.
    if ((await writer.update(OrderCredits, { id, version }, patch)) !== 1) throw new DatabaseBusy();
    return before;
  }
}

/** By the hashes of the lines. */
function quantitiesOf({ rows }: SalesDocument): Map<string, Thousandths> {
  return new Map(leafRows(rows).map(({ hash, quantity }) => [hash, quantity]));
}
