import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { getCodeNumber } from '../../../../core/code-list';
import { DomainError } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import type { TenThousandths } from '../../../../core/money';
import { whereEquals, DataAccess } from '../../../../database';
import { VoucherLedger } from '../../../users';
import { actionCodes, actionRunStates } from '../../documents';
import { DocumentVoucher } from '../../documents/entities/document-voucher.entity';
import { StatusEntry } from '../../documents/entities/status-entry.entity';
import type { VoucherDraft } from '../../documents/writing/document-draft';
import { StateChangeWriter } from '../../states';
import type { CopySource } from '../../documents/copies/copy-source';

const actionRunsPlan = createLoadPlan(StatusEntry, ['seq', 'actions']);
const SPEND_VOUCHERS = getCodeNumber(actionCodes, 'SPEND_VOUCHERS');
const RELEASE_VOUCHERS = getCodeNumber(actionCodes, 'RELEASE_VOUCHERS');

/** Refunds by credit notes to the vouchers that paid an order. */
@Injectable()
export class VoucherRefunds {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly ledger: VoucherLedger,
    private readonly stateChangeWriter: StateChangeWriter,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts amounts as refunds of a credit note without changing a balance: the order's state has already put them back
   * on the vouchers.
   * @param order read whole, and locked
   * @param total total of the credit note
   * @returns the vouchers of the credit note, with what each of them got
   */
  async attributeReleasedVouchers(
    order: CopySource,
    total: TenThousandths,
  ): Promise<VoucherDraft[]> {
    const open = order.vouchers.filter(
      ({ voucherId, balanceProcessed }) => voucherId !== null && !balanceProcessed,
    );
    if (open.length === 0 || !(await this.wereReleased(order.id))) return [];
    const attributed: VoucherDraft[] = [];
    let remaining = total;
    for (const { id, voucherId, code, ...voucher } of open) {
      const before = voucher.givenBack ?? 0;
      const amount = Math.min(remaining, voucher.amount - before);
      if (amount <= 0) continue;
      await this.dataAccess.writer.update(DocumentVoucher, id, { givenBack: before + amount });
      attributed.push({ voucherId, code, amount, givenBack: null, balanceProcessed: true });
      remaining -= amount;
    }
    return attributed;
  }

  /** Whether the last action on the order's vouchers has released them. */
  private async wereReleased(orderId: number): Promise<boolean> {
    const conditions = [whereEquals('documentId', orderId)];
    const entries = await this.dataAccess.loader.listWhere(StatusEntry, conditions, actionRunsPlan);
    const completedActionTypes = entries
      .sort((a, b) => a.seq - b.seq)
      .flatMap(({ actions }) => actions ?? [])
      .filter(({ status }) => status === actionRunStates.done)
      .map(({ actionType }) => actionType);
    return (
      completedActionTypes.findLast(
        (type) => type === SPEND_VOUCHERS || type === RELEASE_VOUCHERS,
      ) === RELEASE_VOUCHERS
    );
  }

  /**
   * Gives money back to an order's vouchers, the last used first, inside the unit of work that has locked the order.
   * Each gets at most what was taken from its balance and is not given back yet. A voucher that no longer exists
   * gets nothing.
   * @param order read whole
   * @param maxAmount maximum of all vouchers together
   * @returns what each of them got, as the vouchers of the credit note
   */
  async refund(order: CopySource, maxAmount: TenThousandths): Promise<VoucherDraft[]> {
    const refunded: VoucherDraft[] = [];
    let remaining = maxAmount;
    for (const voucher of [...order.vouchers].sort((a, b) => b.id - a.id)) {
      const { id, voucherId, code, balanceProcessed } = voucher;
      const before = voucher.givenBack ?? 0;
      const amount = balanceProcessed ? Math.min(remaining, voucher.amount - before) : 0;
      if (amount <= 0 || !(await this.refundVoucher({ voucherId, code, amount }, order))) continue;
      await this.dataAccess.writer.update(DocumentVoucher, id, { givenBack: before + amount });
      refunded.push({ voucherId, code, amount, givenBack: null, balanceProcessed: true });
      remaining -= amount;
    }
    if (refunded.length > 0)
      await this.stateChangeWriter.incrementVersions(new Set([order.id]), this.clock.now());
    return refunded;
  }

  /**
   * Takes back from the order's vouchers what a credit note has given them, because it is annulled. Amounts that a
   * state of the order has released stay with them.
   * @param order read whole, and locked
   * @param creditNoteVouchers the vouchers of the credit note
   * @throws VoucherNotFound, InsufficientVoucherBalance
   */
  async reverseRefunds(
    order: CopySource,
    creditNoteVouchers: CopySource['vouchers'],
  ): Promise<void> {
    for (const { code, amount } of creditNoteVouchers) {
      const voucher = order.vouchers.find((one) => one.code === code);
      if (voucher) await this.reverseRefund(order, voucher, amount);
    }
    if (creditNoteVouchers.length > 0)
      await this.stateChangeWriter.incrementVersions(new Set([order.id]), this.clock.now());
  }

  /**
   * Deducts again what credit notes have given back, because the order gets another invoice. Needs a unit of work.
   * @param order read whole, locked, and without an open invoice
   * @throws VoucherCurrencyMismatch, VoucherExpired, VoucherNotFound, InsufficientVoucherBalance
   */
  async reverseAllRefunds(order: CopySource): Promise<void> {
    const refundedVouchers = order.vouchers.filter(({ givenBack }) => (givenBack ?? 0) > 0);
    for (const voucher of refundedVouchers)
      await this.reverseRefund(order, voucher, voucher.amount);
    if (refundedVouchers.length > 0)
      await this.stateChangeWriter.incrementVersions(new Set([order.id]), this.clock.now());
  }

  /** Deducts at most what the voucher has been given back. @param maxAmount maximum */
  private async reverseRefund(
    { currencyCode, date }: CopySource,
    { id, voucherId, code, balanceProcessed, givenBack }: CopySource['vouchers'][number],
    maxAmount: TenThousandths,
  ): Promise<void> {
    const before = givenBack ?? 0;
    const amount = Math.min(maxAmount, before);
    if (amount <= 0) return;
    if (balanceProcessed) await this.ledger.redeem({ voucherId, code, amount }, currencyCode, date);
    await this.dataAccess.writer.update(DocumentVoucher, id, { givenBack: before - amount });
  }

  /** @returns whether there is such a voucher, of the order's currency */
  private async refundVoucher(
    voucher: Pick<VoucherDraft, 'voucherId' | 'code' | 'amount'>,
    { currencyCode }: CopySource,
  ): Promise<boolean> {
    try {
      await this.ledger.refund(voucher, currencyCode);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code.startsWith('voucher.')) return false;
      throw error;
    }
  }
}
