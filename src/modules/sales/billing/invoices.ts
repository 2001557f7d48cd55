import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { VoucherRefunds } from '../after-sales';
import { DocumentGenerator } from '../documents/copies/document-generator';
import { AlreadyGenerated, requireOpenOrder } from '../documents/copies/generation-errors';
import { isSimplified } from './simplified/is-simplified';

/** Invoices: at most one open for each order, with its lines and totals as they are when it is made. */
@Injectable()
export class Invoices {
  constructor(
    private readonly copies: DocumentGenerator,
    private readonly configuration: Configuration,
    private readonly refunds: VoucherRefunds,
  ) {}

  /**
   * Generates the invoice of an order, in a new unit of work or in a savepoint of the current one. Locks the order, but
   * changes neither the order nor its version, unless credit notes have refunded its vouchers: these pay again.
   * @returns the invoice's id
   * @throws NotFound, AlreadyGenerated, OrderClosed, BuyerUnknown, VoucherCurrencyMismatch, VoucherExpired,
   *   VoucherNotFound, VoucherSpent
   */
  generate(orderId: number): Promise<number> {
    return this.copies.runInUnitOfWorkWithRetry(async () => {
      const source = await this.copies.lockSource('order', orderId);
      const existing = (await this.copies.findGenerated('invoice', [orderId])).get(orderId);
      if (existing) throw new AlreadyGenerated({ kind: 'invoice', id: existing.id });
      requireOpenOrder(source, 'invoice');
      const simplified = isSimplified(source, this.configuration.simplifiedInvoiceLimit);
      await this.refunds.reverseAllRefunds(source);
      const columns = { soleParentId: orderId, simplified };
      const [id] = await this.copies.store([{ source, kind: 'invoice', columns }]);
      return id as number;
    });
  }
}
