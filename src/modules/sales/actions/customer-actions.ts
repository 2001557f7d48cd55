import { Injectable } from '@nestjs/common';
import { defineError, DatabaseBusy } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { sumAmounts } from '../../../core/money';
import { is, Stores } from '../../../database';
import { CustomerGroups, VoucherLedger, type VoucherPayment } from '../../users';
import { CreditedAmounts, DocumentVoucher, type RunState, runStates } from '../documents';
import { StatusChanges } from '../states';
import type { ActionSubject } from './action-subjects';
import type { ActionParameters } from './action-types';

/** 409: the customer of the document has no account. */
const CustomerIsGuest = defineError({
  code: 'customer.guest',
  status: 409,
  title: 'The customer is a guest',
  remedy: 'Link the document to a user.',
  detail: () => 'The document has no user.',
});

const voucherPlan = createLoadPlan(DocumentVoucher, ['code', 'amount', 'givenBack', 'voucherId']);

/** Actions on what customers have: their vouchers and their group. */
@Injectable()
export class CustomerActions {
  constructor(
    private readonly stores: Stores,
    private readonly ledger: VoucherLedger,
    private readonly groups: CustomerGroups,
    private readonly changes: StatusChanges,
    private readonly creditedAmounts: CreditedAmounts,
  ) {}

  /**
   * Takes what the order was paid with off the balances of its vouchers: of all or of none, and of each once.
   * @throws VoucherNotFound, VoucherCurrencyMismatch, VoucherExpired, VoucherSpent
   */
  spendVouchers({ document, at }: ActionSubject): Promise<RunState> {
    const { currencyCode, date } = document;
    return this.process(document.id, at, false, (voucher) =>
      this.ledger.redeem(voucher, currencyCode, date),
    );
  }

  /**
   * Gives back what was taken, as far as credit notes have not refunded it in money.
   * @throws VoucherNotFound when a voucher has been deleted since, VoucherCurrencyMismatch
   */
  async releaseVouchers({ document, at }: ActionSubject): Promise<RunState> {
    const { id, total, totalVouchers, currencyCode } = document;
    const left = Math.max(
      0,
      sumAmounts([total, totalVouchers, -(await this.creditedAmounts.sumByOrder(id))]),
    );
    const book = (voucher: VoucherPayment) => this.ledger.refund(voucher, currencyCode);
    return this.process(id, at, true, book, left);
  }

  /** @throws CustomerIsGuest, NotFound, ReferenceNotFound, ScopeMissing for administrators */
  async changeGroup(
    { document }: ActionSubject,
    { groupPId }: ActionParameters,
  ): Promise<RunState> {
    if (document.userId === null) throw new CustomerIsGuest();
    await this.groups.moveCustomer(document.userId, String(groupPId));
    return runStates.done;
  }

  /**
   * Books those of the order's vouchers whose `balanceProcessed` is `wasProcessed`, and turns that around.
   * @param book what the voucher pays; returns the id of the stored voucher
   * @param limit of all of them together
   */
  private async process(
    documentId: number,
    at: Date,
    wasProcessed: boolean,
    book: (voucher: VoucherPayment) => Promise<number>,
    limit = Infinity,
  ): Promise<RunState> {
    const { loader, writer } = this.stores;
    const concerned = [is('documentId', documentId), is('balanceProcessed', wasProcessed)];
    const vouchers = await loader.listWhere(DocumentVoucher, concerned, voucherPlan);
    let left = limit;
    for (const { givenBack, ...known } of vouchers) {
      // Amounts that credit notes gave back are neither taken nor returned a second time.
      const open = known.amount - (givenBack ?? 0);
      const voucher = { ...known, amount: Math.min(open, left) };
      left -= voucher.amount;
      const refunded = open - voucher.amount;
      const patch = {
        balanceProcessed: !wasProcessed,
        ...(voucher.amount > 0 && { voucherId: await book(voucher) }),
        ...(refunded > 0 && { givenBack: (givenBack ?? 0) + refunded }),
      };
      // Checked once more, in case a lock was forgotten.
      const target = [is('id', voucher.id), is('balanceProcessed', wasProcessed)];
      if ((await writer.update(DocumentVoucher, target, patch)) !== 1) throw new DatabaseBusy();
    }
    if (vouchers.length > 0) await this.changes.touch(new Set([documentId]), at);
    return runStates.done;
  }
}
