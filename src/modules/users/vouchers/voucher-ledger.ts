import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { toCurrencyCode } from '../../../core/currencies';
import { defineError } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import type { TenThousandths } from '../../../core/money';
import {
  type Condition,
  whereEquals,
  whereAtLeast,
  increment,
  DataAccess,
} from '../../../database';
import { systemCaller } from '../administrators/administrators.service';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { Voucher, VoucherMovement } from './voucher.entity';

/** 409: no stored voucher has the code. */
export const VoucherNotFound = defineError<{ code: string }>({
  code: 'voucher.unknown',
  status: 409,
  title: "The voucher doesn't exist",
  remedy: 'Check the code.',
  detail: ({ code }) => `There is no voucher ${JSON.stringify(code)}.`,
});

/** 409: a voucher can only pay in its own currency. */
export const VoucherCurrencyMismatch = defineError<{ code: string; currency: string }>({
  code: 'voucher.currency',
  status: 409,
  title: 'The voucher has another currency',
  remedy: 'Use a voucher in the currency of the order.',
  detail: ({ code, currency }) => `The voucher ${JSON.stringify(code)} is not in ${currency}.`,
});

/** 409: the voucher had expired when it was used. */
export const VoucherExpired = defineError<{ code: string; expirationDate: string }>({
  code: 'voucher.expired',
  status: 409,
  title: 'The voucher has expired',
  remedy: 'Use another voucher, or extend it.',
  detail: ({ code, expirationDate }) =>
    `The voucher ${JSON.stringify(code)} expired on ${expirationDate}.`,
});

/** 409: a balance can't fall below 0. */
export const InsufficientVoucherBalance = defineError<{ code: string }>({
  code: 'voucher.spent',
  status: 409,
  title: 'The balance of the voucher is too small',
  remedy: 'Use another voucher, or raise its balance.',
  detail: ({ code }) => `The balance of the voucher ${JSON.stringify(code)} is too small.`,
});

const voucherPlan = createLoadPlan(Voucher, ['userId', 'currencyId', 'expirationDate']);

/** A payment by a voucher. */
export interface VoucherPayment {
  /** Id of the voucher, if it is known; null to find it by its code. */
  readonly voucherId: number | null;
  readonly code: string;
  readonly amount: TenThousandths;
}

/** Redeems and refunds vouchers, inside a unit of work. Every change of a balance is recorded as a movement. */
@Injectable()
export class VoucherLedger {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly userUnitOfWork: UserUnitOfWork,
  ) {}

  /**
   * Deducts a payment from a voucher's balance.
   * @param currency ISO 4217 code of the amount
   * @param usedAt time of use; a voucher is valid until the end of its last day
   * @returns the voucher's id
   * @throws VoucherNotFound, VoucherCurrencyMismatch, VoucherExpired, InsufficientVoucherBalance
   */
  async redeem(payment: VoucherPayment, currency: string, usedAt: Date): Promise<number> {
    const { voucherId, code, amount } = payment;
    const condition = voucherId === null ? whereEquals('code', code) : whereEquals('id', voucherId);
    const [voucher] = await this.dataAccess.loader.listWhere(Voucher, [condition], voucherPlan);
    if (!voucher) throw new VoucherNotFound({ code });
    const { id, userId, currencyId, expirationDate } = voucher;
    if (toCurrencyCode(currencyId) !== currency)
      throw new VoucherCurrencyMismatch({ code, currency });
    if (expirationDate !== null && usedAt > toEndOfDay(expirationDate)) {
      throw new VoucherExpired({ code, expirationDate });
    }
    await this.userUnitOfWork.runAndTouch(userId, systemCaller, async () => {
      // Checked again by the update, because the voucher may have changed since it was read.
      const conditions = [
        whereEquals('id', id),
        whereEquals('currencyId', currencyId),
        whereAtLeast('availableBalance', amount),
      ];
      if (!(await this.recordMovement(conditions, id, -amount)))
        throw new InsufficientVoucherBalance({ code });
    });
    return id;
  }

  /**
   * Adds a payment back to a voucher's balance.
   * @param currency ISO 4217 code of the amount
   * @returns the voucher's id
   * @throws VoucherNotFound if the voucher was deleted, VoucherCurrencyMismatch
   */
  async refund(payment: VoucherPayment, currency: string): Promise<number> {
    const { voucherId, code, amount } = payment;
    const voucher = await this.dataAccess.loader.findById(Voucher, voucherId ?? 0, voucherPlan);
    if (!voucher) throw new VoucherNotFound({ code });
    const { id, userId, currencyId } = voucher;
    if (toCurrencyCode(currencyId) !== currency)
      throw new VoucherCurrencyMismatch({ code, currency });
    await this.userUnitOfWork.runAndTouch(userId, systemCaller, async () => {
      const conditions = [whereEquals('id', id), whereEquals('currencyId', currencyId)];
      if (!(await this.recordMovement(conditions, id, amount)))
        throw new VoucherCurrencyMismatch({ code, currency });
    });
    return id;
  }

  /** @returns whether the voucher fulfilled the conditions */
  private async recordMovement(
    conditions: readonly Condition[],
    voucherId: number,
    amount: TenThousandths,
  ): Promise<boolean> {
    const { writer } = this.dataAccess;
    const patch = { availableBalance: increment(amount) };
    if ((await writer.update(Voucher, conditions, patch)) === 0) return false;
    const movement = { voucherId, amount, movedAt: this.clock.now() };
    await writer.insert(VoucherMovement, [movement]);
    return true;
  }
}

/** The last millisecond of an instant's calendar date, at the offset in which it was sent. */
function toEndOfDay(instant: string): Date {
  return new Date(`${instant.slice(0, 10)}T23:59:59.999${instant.slice(19)}`);
}
