import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { VoucherRefunds } from '../after-sales';
import { DocumentGenerator } from '../documents/copies/document-generator';
import { AlreadyGenerated, requireOpenOrder } from '../documents/copies/generation-errors';
import { shouldBeSimplified } from './simplified/simplified-invoice-decision';

/**
 * Generates invoices from the lines and totals that an order has at this moment. An order has at most one invoice that
 * isn't credited, exchanged or annulled.
 */
@Injectable()
export class InvoiceGenerator {
  constructor(
    private readonly documentGenerator: DocumentGenerator,
    private readonly configuration: Configuration,
    private readonly voucherRefunds: VoucherRefunds,
  ) {}

  /**
   * Generates the invoice of an order, in a new unit of work or in a savepoint of the current one. Locks the order, but
   * changes neither the order nor its version, unless credit notes have refunded its vouchers: these pay again.
   * @returns the invoice's id
   * @throws NotFound, AlreadyGenerated, OrderClosed, BuyerDetailsRequired, VoucherCurrencyMismatch, VoucherExpired,
   *   VoucherNotFound, InsufficientVoucherBalance
   */
  generate(orderId: number): Promise<number> {
    return this.documentGenerator.runInUnitOfWorkWithRetry(async () => {
      const source = await this.documentGenerator.lockAndLoadSource('order', orderId);
      const existing = (await this.documentGenerator.findGenerated('invoice', [orderId])).get(
        orderId,
      );
      if (existing) throw new AlreadyGenerated({ kind: 'invoice', id: existing.id });
      requireOpenOrder(source, 'invoice');
      const simplified = shouldBeSimplified(source, this.configuration.simplifiedInvoiceLimit);
      await this.voucherRefunds.reverseAllRefunds(source);
      const columns = { soleParentId: orderId, simplified };
      const [id] = await this.documentGenerator.store([{ source, kind: 'invoice', columns }]);
      return id as number;
    });
  }
}
