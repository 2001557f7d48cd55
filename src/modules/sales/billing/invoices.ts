import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { type LoadPlan, type TablePlan, createLoadPlan } from '../../../core/load-plan';
import { is } from '../../../database';
import { VoucherRefunds } from '../after-sales';
import { Documents, type Assembled } from '../documents';
import { DocumentCopies } from '../documents/copies/document-copies';
import { AlreadyGenerated, requireOpenOrder } from '../documents/copies/generation-errors';
import { SalesDocument } from '../documents/entities/document.entity';
import { isSimplified } from './simplified/is-simplified';

const existencePlan = createLoadPlan(SalesDocument, ['type']);

/** Invoices: at most one open for each order, with its lines and totals as they are when it is made. */
@Injectable()
export class Invoices {
  constructor(
    private readonly documents: Documents,
    private readonly copies: DocumentCopies,
    private readonly configuration: Configuration,
    private readonly refunds: VoucherRefunds,
  ) {}

  /**
   * Generates the invoice of an order, in a new unit of work or in a savepoint of the current one. Locks the
   * order, but changes neither the order nor its version, unless credit notes have refunded its vouchers: these pay again.
   * @returns the invoice's id
   * @throws NotFound, AlreadyGenerated, OrderClosed, BuyerUnknown, VoucherCurrencyMismatch, VoucherExpired,
   *   VoucherNotFound, VoucherSpent
   */
  generate(orderId: number): Promise<number> {
    return this.copies.withRetry(async () => {
      const source = await this.copies.lockSource('order', orderId);
      const existing = (await this.copies.findGenerated('invoice', [orderId])).get(orderId);
      if (existing) throw new AlreadyGenerated({ kind: 'invoice', id: existing.id });
      requireOpenOrder(source, 'invoice');
      const simplified = isSimplified(source, this.configuration.simplifiedInvoiceLimit);
      await this.refunds.takeBackForInvoice(source);
      const columns = { soleParentId: orderId, simplified };
      const [id] = await this.copies.store([{ source, kind: 'invoice', columns }]);
      return id as number;
    });
  }

  /** @throws NotFound */
  get<R extends Pick<SalesDocument, 'id' | 'type'>>(
    id: number,
    plan: LoadPlan<SalesDocument, R>,
  ): Promise<Assembled<R>> {
    return this.documents.get('invoice', id, plan);
  }

  /** The invoices of an order; all but the last are closed. @throws NotFound without such an order */
  async listByOrder(orderId: number, plan: TablePlan<SalesDocument>): Promise<SalesDocument[]> {
    await this.documents.get('order', orderId, existencePlan);
    return this.documents.list('invoice', [is('parentId', orderId)], plan);
  }
}
