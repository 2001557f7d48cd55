import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { toCurrencyCode } from '../../../core/currencies';
import { NotFound, PidTaken, defineError } from '../../../core/errors';
import { type LoadPlan, createLoadPlan } from '../../../core/load-plan';
import { whereEquals, DataAccess, uniqueConstraintName, mapViolations } from '../../../database';
import type { CallerRights } from '../administrators/administrators.service';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { UserCrud } from '../users/user-crud';
import { User } from '../users/user.entity';
import { generateVoucherCode } from './voucher-code';
import type { CreateVoucherDto, UpdateVoucherDto } from './voucher.dto';
import { Voucher, VoucherMovement } from './voucher.entity';
import {
  matchStoredVouchers,
  assertBalanceInWholeMinorUnits,
  type VoucherInput,
  toVoucherInput,
} from './voucher-input';

/** 409: voucher codes are unique. */
export const VoucherCodeTaken = defineError<{ code: string; pointer: string }>({
  code: 'voucher.taken',
  status: 409,
  title: 'The code of the voucher is taken',
  remedy: 'Send another code.',
  detail: ({ code }) => `Another voucher has the code ${JSON.stringify(code)}.`,
});

/** 422: the number and the code of the currency belong to different currencies. */
export const CurrencyMismatch = defineError<{ id: number; code: string; pointer: string }>({
  code: 'currency.mismatch',
  status: 422,
  title: "Number and code of the currency don't match",
  remedy: 'Send the number and the code of the same currency.',
  detail: ({ id, code }) => `${id} is not the ISO 4217 number of ${code}.`,
});

const ownerPlan = createLoadPlan(Voucher, ['userId']);
const storedVoucherPlan = createLoadPlan(Voucher, ['pId', 'code', 'availableBalance']);
const toUserVouchersPlan = <R>(vouchers: LoadPlan<Voucher, R>) =>
  createLoadPlan(User, [], { vouchers });
const balancePlan = createLoadPlan(Voucher, ['availableBalance']);

/** Manages vouchers of users. A balance is the sum of its movements, so every change of a balance records one. */
@Injectable()
export class VouchersService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly users: UserCrud,
    private readonly clock: Clock,
    private readonly userUnitOfWork: UserUnitOfWork,
  ) {}

  /** Returns the vouchers of a user, oldest first. @throws NotFound */
  async list<R>(userId: number, plan: LoadPlan<Voucher, R>): Promise<R[]> {
    return (await this.users.get(userId, toUserVouchersPlan(plan))).vouchers;
  }

  /** @throws NotFound */
  async get<R>(id: number, plan: LoadPlan<Voucher, R>): Promise<R> {
    const voucher = await this.dataAccess.loader.findById(Voucher, id, plan);
    if (!voucher) throw new NotFound({ resource: 'voucher', id });
    return voucher;
  }

  /** Creates a voucher. @throws NotFound, VoucherCodeTaken, PidTaken */
  create(userId: number, voucher: CreateVoucherDto, caller: CallerRights): Promise<{ id: number }> {
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      return { id: await this.insertOne(userId, toVoucherInput(voucher), '') };
    });
  }

  /**
   * Inserts vouchers of a new user, inside its unit of work.
   * @param pointer JSON pointer of a voucher, by its index
   * @throws VoucherCodeTaken, PidTaken
   */
  async insert(
    userId: number,
    vouchers: readonly VoucherInput[],
    pointer: (index: number) => string,
  ): Promise<void> {
    for (const [index, voucher] of vouchers.entries()) {
      await this.insertOne(userId, voucher, pointer(index));
    }
  }

  /**
   * Replaces all vouchers of a user that the enclosing unit of work has locked. Vouchers that `matchStoredVouchers`
   * finds stay, and a difference of the balance is recorded as a movement.
   * @param pointer JSON pointer of a voucher, by its index
   * @throws VoucherCodeTaken, PidTaken
   */
  async replace(
    userId: number,
    vouchers: readonly VoucherInput[],
    pointer: (index: number) => string,
  ): Promise<void> {
    const stored = await this.dataAccess.loader.listWhere(
      Voucher,
      [whereEquals('userId', userId)],
      storedVoucherPlan,
    );
    const matches = matchStoredVouchers(vouchers, stored);
    const removedIds = stored.filter((one) => !matches.includes(one)).map(({ id }) => id);
    if (removedIds.length > 0) await this.dataAccess.writer.remove(Voucher, { id: removedIds });
    for (const [at, voucher] of vouchers.entries()) {
      const match = matches[at];
      if (match) await this.replaceStored(match, voucher, pointer(at));
      else await this.insertOne(userId, voucher, pointer(at));
    }
  }

  /** Updates a voucher. @throws NotFound, CurrencyMismatch, VoucherCodeTaken, PidTaken */
  update(
    id: number,
    { currencyCode: code, ...given }: UpdateVoucherDto,
    caller: CallerRights,
  ): Promise<void> {
    const values = given.code === '' ? { ...given, code: generateVoucherCode() } : given;
    const updateVoucher = async (): Promise<void> => {
      const { currencyId, availableBalance: balance } = values;
      const { availableBalance: before } = await this.get(id, balancePlan);
      if (toCurrencyCode(currencyId) !== code) {
        throw new CurrencyMismatch({ id: currencyId, code, pointer: '/currencyCode' });
      }
      if (balance !== undefined && balance !== before) {
        assertBalanceInWholeMinorUnits({ availableBalance: balance, currencyId }, '');
      }
      await this.mapConstraintToTaken(values, '', () =>
        this.dataAccess.writer.update(Voucher, id, values),
      );
      if (balance !== undefined) await this.recordMovement(id, balance - before);
    };
    return this.dataAccess.unitOfWork.run(async () => {
      const { userId } = await this.get(id, ownerPlan);
      return this.userUnitOfWork.runAndTouchIfChanged(userId, caller, updateVoucher);
    });
  }

  /** @throws NotFound */
  remove(id: number, caller: CallerRights): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      const { userId } = await this.get(id, ownerPlan);
      return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
        const removed = await this.dataAccess.writer.remove(Voucher, id);
        if (removed === 0) throw new NotFound({ resource: 'voucher', id });
        return { id };
      });
    });
  }

  /** Removes all vouchers. @returns the remaining vouchers, an empty list @throws NotFound */
  removeAll(userId: number, caller: CallerRights): Promise<Voucher[]> {
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      await this.dataAccess.writer.remove(Voucher, { userId });
      return [];
    });
  }

  private async insertOne(
    userId: number,
    { code = generateVoucherCode(), ...values }: VoucherInput,
    pointer: string,
  ): Promise<number> {
    assertBalanceInWholeMinorUnits(values, pointer);
    const row = { ...values, userId, code };
    const [id = 0] = await this.mapConstraintToTaken(row, pointer, () =>
      this.dataAccess.writer.insert(Voucher, [row]),
    );
    await this.recordMovement(id, row.availableBalance);
    return id;
  }

  private async replaceStored(
    { id, availableBalance: before }: Pick<Voucher, 'id' | 'availableBalance'>,
    voucher: VoucherInput,
    pointer: string,
  ): Promise<void> {
    // An unchanged balance isn't checked: it may have been stored before this rule existed.
    if (voucher.availableBalance !== before) assertBalanceInWholeMinorUnits(voucher, pointer);
    await this.mapConstraintToTaken(voucher, pointer, () =>
      this.dataAccess.writer.update(Voucher, id, voucher),
    );
    await this.recordMovement(id, voucher.availableBalance - before);
  }

  private async recordMovement(voucherId: number, amount: number): Promise<void> {
    if (amount === 0) return;
    const movement = { voucherId, amount, movedAt: this.clock.now() };
    await this.dataAccess.writer.insert(VoucherMovement, [movement]);
  }

  private mapConstraintToTaken<T>(
    { code = '', pId }: { code?: string; pId?: string | null },
    pointer: string,
    write: () => Promise<T>,
  ): Promise<T> {
    return mapViolations(write, {
      [uniqueConstraintName(Voucher, 'pId')]: () =>
        new PidTaken({ resource: 'voucher', pId: pId ?? '', pointer: `${pointer}/pId` }),
      [uniqueConstraintName(Voucher, 'code')]: () =>
        new VoucherCodeTaken({ code, pointer: `${pointer}/code` }),
    });
  }
}
