import { Injectable } from '@nestjs/common';
import { defineError, DatabaseBusy } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { sumAmounts } from '../../../core/money';
import { whereEquals, DataAccess } from '../../../database';
import { CustomerGroupsService, VoucherLedger, type VoucherPayment } from '../../users';
import { type ActionRunState, actionRunStates } from '../documents';
import { OrderCreditNotes } from '../documents/copies/order-credit-notes';
import { DocumentVoucher } from '../documents/entities/document-voucher.entity';
import { StateChangeWriter } from '../states';
import type { ActionTrigger } from './action-triggers';
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

/** Actions on the vouchers and the group of a customer. */
@Injectable()
export class CustomerActions {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly ledger: VoucherLedger,
    private readonly groups: CustomerGroupsService,
    private readonly stateChangeWriter: StateChangeWriter,
    private readonly orderCreditNotes: OrderCreditNotes,
  ) {}

  /**
   * Deducts the amounts that vouchers paid from their balances: for all vouchers or none, and only once for each.
   * @throws VoucherNotFound, VoucherCurrencyMismatch, VoucherExpired, InsufficientVoucherBalance
   */
  spendVouchers({ document, changedAt }: ActionTrigger): Promise<ActionRunState> {
    const { currencyCode, date } = document;
    const book = (voucher: VoucherPayment) => this.ledger.redeem(voucher, currencyCode, date);
    return this.bookVouchers(document.id, changedAt, book, { isProcessed: false });
  }

  /**
   * Returns the deducted amounts to the vouchers, less the amounts that credit notes have refunded.
   * @throws VoucherNotFound when a voucher was deleted, VoucherCurrencyMismatch
   */
  async releaseVouchers({ document, changedAt }: ActionTrigger): Promise<ActionRunState> {
    const { id, total, totalVouchers, currencyCode } = document;
    const remainingAmount = Math.max(
      0,
      sumAmounts([total, totalVouchers, -(await this.orderCreditNotes.sumLastInvoiceCredits(id))]),
    );
    const book = (voucher: VoucherPayment) => this.ledger.refund(voucher, currencyCode);
    return this.bookVouchers(id, changedAt, book, { isProcessed: true, limit: remainingAmount });
  }

  /** @throws CustomerIsGuest, NotFound, ReferenceNotFound, ScopeMissing for administrators */
  async changeGroup(
    { document }: ActionTrigger,
    { groupPId }: ActionParameters,
  ): Promise<ActionRunState> {
    if (document.userId === null) throw new CustomerIsGuest();
    await this.groups.moveCustomer(document.userId, String(groupPId));
    return actionRunStates.done;
  }

  /**
   * Books the order's vouchers whose `balanceProcessed` equals `isProcessed`, and inverts the flag.
   * @param book books a voucher's amount and returns the id of the stored voucher
   * @param options.limit maximum of the sum of all amounts
   */
  private async bookVouchers(
    documentId: number,
    changedAt: Date,
    book: (voucher: VoucherPayment) => Promise<number>,
    { isProcessed, limit = Infinity }: { readonly isProcessed: boolean; readonly limit?: number },
  ): Promise<ActionRunState> {
    const { loader, writer } = this.dataAccess;
    const conditions = [
      whereEquals('documentId', documentId),
      whereEquals('balanceProcessed', isProcessed),
    ];
    const vouchers = await loader.listWhere(DocumentVoucher, conditions, voucherPlan);
    let remainingAmount = limit;
    for (const { givenBack, ...payment } of vouchers) {
      // Amounts that credit notes have returned to the voucher are neither deducted nor returned again.
      const openAmount = payment.amount - (givenBack ?? 0);
      const voucher = { ...payment, amount: Math.min(openAmount, remainingAmount) };
      remainingAmount -= voucher.amount;
      const refundedAmount = openAmount - voucher.amount;
      const patch = {
        balanceProcessed: !isProcessed,
        ...(voucher.amount > 0 && { voucherId: await book(voucher) }),
        ...(refundedAmount > 0 && { givenBack: (givenBack ?? 0) + refundedAmount }),
      };
      // The condition on the flag catches a caller that forgot to lock.
      const voucherConditions = [
        whereEquals('id', voucher.id),
        whereEquals('balanceProcessed', isProcessed),
      ];
      if ((await writer.update(DocumentVoucher, voucherConditions, patch)) !== 1)
        throw new DatabaseBusy();
    }
    if (vouchers.length > 0)
      await this.stateChangeWriter.incrementVersions(new Set([documentId]), changedAt);
    return actionRunStates.done;
  }
}
