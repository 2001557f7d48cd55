import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { DomainError } from '../../../../core/errors';
import type { TenThousandths } from '../../../../core/money';
import { Stores } from '../../../../database';
import { VoucherLedger } from '../../../users';
import { DocumentVoucher, type SalesDocument, type VoucherDraft } from '../../documents';
import { StatusChanges } from '../../states';

/** Refunds by credit notes to the vouchers that paid an order. */
@Injectable()
export class VoucherRefunds {
  constructor(
    private readonly stores: Stores,
    private readonly ledger: VoucherLedger,
    private readonly changes: StatusChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives money back to an order's vouchers, the last used first, inside the unit of work that has locked the order: at
   * most what was taken from their balances and is not given back yet. A voucher that is gone gets nothing.
   * @param order read whole
   * @param wanted at most
   * @returns what each of them got, as the vouchers of the credit note
   */
  async refund(order: SalesDocument, wanted: TenThousandths): Promise<VoucherDraft[]> {
    const refunded: VoucherDraft[] = [];
    let left = wanted;
    for (const voucher of [...order.vouchers].sort((a, b) => b.id - a.id)) {
      const { id, voucherId, code, balanceProcessed } = voucher;
      const before = voucher.givenBack ?? 0;
      const amount = balanceProcessed ? Math.min(left, voucher.amount - before) : 0;
      if (amount <= 0 || !(await this.giveBack({ voucherId, code, amount }, order))) continue;
      await this.stores.writer.update(DocumentVoucher, id, { givenBack: before + amount });
      refunded.push({ voucherId, code, amount, givenBack: null, balanceProcessed: true });
      left -= amount;
    }
    if (refunded.length > 0) await this.changes.touch(new Set([order.id]), this.clock.now());
    return refunded;
  }

  /** @returns whether there is such a voucher, of the order's currency */
  private async giveBack(
    voucher: Pick<VoucherDraft, 'voucherId' | 'code' | 'amount'>,
    { currencyCode }: SalesDocument,
  ): Promise<boolean> {
    try {
      await this.ledger.giveBack(voucher, currencyCode);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code.startsWith('voucher.')) return false;
      throw error;
    }
  }
}
