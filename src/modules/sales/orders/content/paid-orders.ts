import { Injectable } from '@nestjs/common';
import { InvalidRequest } from '../../../../core/errors';
import { isOneOf, Stores } from '../../../../database';
import {
  DocumentChanges,
  Documents,
  documentSearch,
  type SalesDocument,
  documentSearchPlan,
  documentSearchFields,
} from '../../documents';
import type { PaidDto } from './order-content.dto';

const paymentColumns = ['paid', 'paymentDate', 'authNumber', 'transactionId'] as const;

type Payment = Pick<SalesDocument, (typeof paymentColumns)[number]>;

/** What is known of the payment of orders. */
@Injectable()
export class PaidOrders {
  constructor(
    private readonly stores: Stores,
    private readonly documents: Documents,
    private readonly changes: DocumentChanges,
  ) {}

  /**
   * Notes that an order is paid, or is not, in a unit of work of its own or inside the one around. What is
   * noted already is no change.
   * @param payment what a request says of it; by default it is paid, now
   * @returns whether something was changed
   * @throws InvalidRequest, NotFound, OrderDeleted
   */
  async markPaid(orderId: number, payment: PaidDto = {}): Promise<boolean> {
    if (payment.paid === false && payment.paymentDate) {
      const detail = 'An order that is not paid has no payment date.';
      const pointer = '/paymentDate';
      throw new InvalidRequest([{ pointer, code: 'payment.date', detail }]);
    }
    return this.changes.change('order', orderId, paymentColumns, (order, now) => {
      const next = toPayment(order, payment, now);
      if (paymentColumns.every((name) => isSameValue(next[name], order[name]))) return undefined;
      if (next.transactionId === order.transactionId) return { columns: next };
      return { columns: next, write: () => this.updateSearchIndex(orderId, next) };
    });
  }

  /** An order is found by its transaction's id as well. */
  private async updateSearchIndex(id: number, { transactionId }: Payment): Promise<void> {
    const [order] = await this.documents.list('order', [isOneOf('id', [id])], documentSearchPlan);
    if (!order) return;
    const fields = documentSearchFields({ ...order, transactionId });
    await this.stores.search.replace(documentSearch, [{ id, fields }]);
  }
}

/** An order that is paid already keeps its date, unless another one is given. */
function toPayment(order: Payment, { paid = true, ...given }: PaidDto, now: Date): Payment {
  const known = (order.paid ? order.paymentDate : null) ?? now;
  return {
    paid,
    paymentDate: paid ? (given.paymentDate === undefined ? known : given.paymentDate) : null,
    authNumber: given.authNumber ?? order.authNumber,
    transactionId: given.transactionId ?? order.transactionId,
  };
}

function isSameValue(one: unknown, other: unknown): boolean {
  // Instants are answered without a fraction: one that is sent back is the same to the second.
  return one instanceof Date && other instanceof Date
    ? toSeconds(one) === toSeconds(other)
    : one === other;
}

function toSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
