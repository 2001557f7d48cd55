import { Injectable } from '@nestjs/common';
import { defineError, type DomainError } from '../../../core/errors';
import { plan } from '../../../core/load-plan';
import { is, isOneOf, Stores } from '../../../database';
import { documentTypes, SalesDocument } from '../documents';
import type { StateChange } from '../states';

/** 409: an order with an invoice stays. */
export const OrderInvoiced = defineError<{ status: number }>({
  code: 'order.invoiced',
  status: 409,
  title: 'The order has an invoice',
  remedy: 'Return the goods instead (RMA, return, credit note).',
  detail: ({ status }) => `An order with an invoice can't go to ${status}.`,
});

/** States that an invoiced order can't go to. */
const withoutInvoice: ReadonlySet<number> = new Set([6, -1, -11]);

const parentPlan = plan(SalesDocument, ['parentId']);

/** The rule that an order with an invoice is neither deleted nor denied. */
@Injectable()
export class InvoicedOrders {
  constructor(private readonly stores: Stores) {}

  /**
   * The guard of orders' moves. Making an invoice locks the order too, so none comes in between.
   * One query, and none when no order goes where invoices forbid it.
   */
  async refused(moves: readonly StateChange[]): Promise<ReadonlyMap<number, DomainError>> {
    const barred = moves.filter(({ to }) => withoutInvoice.has(to.status));
    if (barred.length === 0) return new Map();
    const ids = barred.map(({ id }) => id);
    const conditions = [is('type', documentTypes.invoice), isOneOf('parentId', ids)];
    const invoices = await this.stores.loader.where(SalesDocument, conditions, parentPlan);
    const invoiced = new Set(invoices.map(({ parentId }) => parentId));
    return new Map(
      barred
        .filter(({ id }) => invoiced.has(id))
        .map(({ id, to }) => [id, new OrderInvoiced({ status: to.status })]),
    );
  }
}
