import { toCurrencyCode } from '../../../core/currencies';
import { assertWholeMinorUnits } from '../../../core/whole-minor-units';
import type { CreateVoucherDto } from './voucher.dto';
import type { Voucher } from './voucher.entity';

/** The values of a voucher. Without a code one is generated, or the stored one stays. */
export type VoucherInput = Pick<
  Voucher,
  'availableBalance' | 'currencyId' | 'expirationDate' | 'pId'
> & { code?: string };

/** @throws InvalidRequest if the balance isn't a whole number of the currency's minor units */
export function assertBalanceInWholeMinorUnits(
  { availableBalance: amount, currencyId }: Pick<VoucherInput, 'availableBalance' | 'currencyId'>,
  pointer: string,
): void {
  const code = toCurrencyCode(currencyId);
  if (code !== undefined)
    assertWholeMinorUnits([{ pointer: `${pointer}/availableBalance`, amount }], code);
}

/** Completes a create body with everything except the code. */
export function toVoucherInput(voucher: CreateVoucherDto): VoucherInput {
  const { code, expirationDate, pId, ...values } = voucher;
  return {
    ...values,
    ...(code ? { code } : {}),
    expirationDate: expirationDate ?? null,
    pId: pId ?? null,
  };
}

/**
 * Finds the stored voucher for each voucher of a complete set: the one with the same code, or else the same pId. A
 * voucher without code and pId gets the oldest one that is left.
 * @param stored the stored vouchers, oldest first
 * @returns one element per given voucher; undefined if the voucher is new
 */
export function matchStoredVouchers<V extends Pick<Voucher, 'code' | 'pId'>>(
  given: readonly Pick<VoucherInput, 'code' | 'pId'>[],
  stored: readonly V[],
): (V | undefined)[] {
  const unmatched = new Set(stored);
  const take = (isIt: (voucher: V) => boolean): V | undefined => {
    const found = [...unmatched].find(isIt);
    if (found) unmatched.delete(found);
    return found;
  };
  const byCode = given.map(({ code }) => take((one) => one.code === code));
  const byPid = given.map(
    ({ pId }, at) => byCode[at] ?? take((one) => pId !== null && one.pId === pId),
  );
  return given.map(({ code, pId }, at) => {
    const isNamed = code !== undefined || pId !== null;
    return byPid[at] ?? (isNamed ? undefined : take(() => true));
  });
}
