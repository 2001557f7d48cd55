import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { toCurrencyCode } from '../../../core/currencies';
import { defineError } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import type { TenThousandths } from '../../../core/money';
import { type Condition, is, isAtLeast, increment, Stores } from '../../../database';
import { systemCaller } from '../administrators/administrators';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { Voucher, VoucherMovement } from './voucher.entity';

/** 409: no stored voucher has the code. */
const VoucherNotFound = defineError<{ code: string }>({
  code: 'voucher.unknown',
  status: 409,
  title: 'There is no such voucher',
  remedy: 'Check the code.',
  detail: ({ code }) => `There is no voucher ${JSON.stringify(code)}.`,
});

/** 409: a voucher pays in its own currency only. */
const VoucherCurrencyMismatch = defineError<{ code: string; currency: string }>({
  code: 'voucher.currency',
  status: 409,
  title: 'The voucher is of another currency',
  remedy: 'Use a voucher of the currency of the order.',
  detail: ({ code, currency }) => `The voucher ${JSON.stringify(code)} is not in ${currency}.`,
});

/** 409: the voucher was not valid any more. */
const VoucherExpired = defineError<{ code: string; expirationDate: string }>({
  code: 'voucher.expired',
  status: 409,
  title: 'The voucher has expired',
  remedy: 'Use another voucher, or extend it.',
  detail: ({ code, expirationDate }) =>
    `The voucher ${JSON.stringify(code)} could be used until ${expirationDate}.`,
});

/** 409: a balance never falls below 0. */
const VoucherSpent = defineError<{ code: string }>({
  code: 'voucher.spent',
  status: 409,
  title: 'The voucher has too little left',
  remedy: 'Use another voucher, or raise its balance.',
  detail: ({ code }) => `The balance of the voucher ${JSON.stringify(code)} is too small.`,
});

const accountPlan = createLoadPlan(Voucher, ['userId', 'code', 'currencyId', 'expirationDate']);

/** What a voucher is to pay. */
export interface VoucherPayment {
  /** The voucher that is known to be meant; null: the one that has the code. */
  readonly voucherId: number | null;
  readonly code: string;
  readonly amount: TenThousandths;
}

/** What vouchers pay; every change of a balance is a movement. Inside a unit of work. */
@Injectable()
export class VoucherLedger {
  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
    private readonly userUnitOfWork: UserUnitOfWork,
  ) {}

  /**
   * Takes a payment off a voucher's balance.
   * @param currency ISO 4217 code of the amount
   * @param usedAt when it was used; a voucher is good until the end of its last day
   * @returns the voucher's id
   * @throws VoucherNotFound, VoucherCurrencyMismatch, VoucherExpired, VoucherSpent
   */
  async redeem(payment: VoucherPayment, currency: string, usedAt: Date): Promise<number> {
    const { voucherId, code, amount } = payment;
    const meant = voucherId === null ? is('code', code) : is('id', voucherId);
    const [voucher] = await this.stores.loader.listWhere(Voucher, [meant], accountPlan);
    if (!voucher) throw new VoucherNotFound({ code });
    const { id, userId, currencyId, expirationDate } = voucher;
    if (toCurrencyCode(currencyId) !== currency)
      throw new VoucherCurrencyMismatch({ code, currency });
    if (expirationDate !== null && usedAt > toEndOfDay(expirationDate)) {
      throw new VoucherExpired({ code, expirationDate });
    }
    await this.userUnitOfWork.run(userId, systemCaller, async () => {
      // Checked once more on the row that is written: it may have changed since it was read.
      const target = [
        is('id', id),
        is('currencyId', currencyId),
        isAtLeast('availableBalance', amount),
      ];
      if (!(await this.recordMovement(target, id, -amount))) throw new VoucherSpent({ code });
    });
    return id;
  }

  /**
   * Gives back what was taken off.
   * @param currency ISO 4217 code of the amount
   * @returns the voucher's id
   * @throws VoucherNotFound when the voucher is gone, VoucherCurrencyMismatch
   */
  async refund(payment: VoucherPayment, currency: string): Promise<number> {
    const { voucherId, code, amount } = payment;
    const voucher = await this.stores.loader.findById(Voucher, voucherId ?? 0, accountPlan);
    if (!voucher) throw new VoucherNotFound({ code });
    const { id, userId, currencyId } = voucher;
    if (toCurrencyCode(currencyId) !== currency)
      throw new VoucherCurrencyMismatch({ code, currency });
    await this.userUnitOfWork.run(userId, systemCaller, async () => {
      const target = [is('id', id), is('currencyId', currencyId)];
      if (!(await this.recordMovement(target, id, amount)))
        throw new VoucherCurrencyMismatch({ code, currency });
    });
    return id;
  }

  /** @returns whether the voucher fulfilled the conditions */
  private async recordMovement(
    target: readonly Condition[],
    voucherId: number,
    amount: TenThousandths,
  ): Promise<boolean> {
    const { writer } = this.stores;
    const patch = { availableBalance: increment(amount) };
    if ((await writer.update(Voucher, target, patch)) === 0) return false;
    const movement = { voucherId, amount, movedAt: this.clock.now() };
    await writer.insert(VoucherMovement, [movement]);
    return true;
  }
}

/** The last millisecond of an instant's calendar date, at the offset that it was given with. */
function toEndOfDay(instant: string): Date {
  return new Date(`${instant.slice(0, 10)}T23:59:59.999${instant.slice(19)}`);
}
