import { Injectable } from '@nestjs/common';
import { InvalidRequest } from '../../../../core/errors';
import { DataAccess } from '../../../../database';
import { DocumentUpdater } from '../../documents/changes/document-updater';
import { documentSearchKind, SalesDocument } from '../../documents/entities/document.entity';
import { documentSearchPlan, toDocumentSearchFields } from '../../documents/writing/search-fields';
import type { PaidDto } from './paid.dto';

const paymentColumns = ['paid', 'paymentDate', 'authNumber', 'transactionId'] as const;

type PaymentColumns = Pick<SalesDocument, (typeof paymentColumns)[number]>;

/** Marks orders as paid or unpaid. */
@Injectable()
export class OrderPayments {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documentUpdater: DocumentUpdater,
  ) {}

  /**
   * Marks an order as paid or unpaid, in a new unit of work or in the current one. Equal values change nothing.
   * @param payment default: paid now
   * @returns whether something changed
   * @throws InvalidRequest, NotFound, OrderDeleted
   */
  async updatePayment(orderId: number, payment: PaidDto = {}): Promise<boolean> {
    if (payment.paid === false && payment.paymentDate) {
      const detail = "An unpaid order can't have a payment date.";
      const pointer = '/paymentDate';
      throw new InvalidRequest([{ pointer, code: 'payment.date', detail }]);
    }
    return this.documentUpdater.change('order', orderId, paymentColumns, (order, now) => {
      const next = mergePayment(order, payment, now);
      if (paymentColumns.every((name) => isSameValue(next[name], order[name]))) return undefined;
      if (next.transactionId === order.transactionId) return { columns: next };
      return { columns: next, write: () => this.updateSearchIndex(orderId, next) };
    });
  }

  /** Updates the search index, which contains the transaction id. */
  private async updateSearchIndex(id: number, { transactionId }: PaymentColumns): Promise<void> {
    const [order] = await this.dataAccess.loader.listByIds(SalesDocument, [id], documentSearchPlan);
    if (!order) return;
    const fields = toDocumentSearchFields({ ...order, transactionId });
    await this.dataAccess.searchIndex.replace(documentSearchKind, [{ id, fields }]);
  }
}

/** Merges a request into a payment. An order that is already paid keeps its date by default. */
function mergePayment(
  order: PaymentColumns,
  { paid = true, ...changes }: PaidDto,
  now: Date,
): PaymentColumns {
  const defaultDate = (order.paid ? order.paymentDate : null) ?? now;
  return {
    paid,
    paymentDate: paid
      ? changes.paymentDate === undefined
        ? defaultDate
        : changes.paymentDate
      : null,
    authNumber: changes.authNumber ?? order.authNumber,
    transactionId: changes.transactionId ?? order.transactionId,
  };
}

function isSameValue(one: unknown, other: unknown): boolean {
  // Responses have instants without fractions of a second, so compare what clients can send back.
  return one instanceof Date && other instanceof Date
    ? toSeconds(one) === toSeconds(other)
    : one === other;
}

function toSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
