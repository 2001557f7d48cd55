import { toCurrencyCode } from '../../../core/currencies';
import { assertWholeMinorUnits } from '../../../core/whole-minor-units';
import type { CreateVoucherDto } from './voucher.dto';
import type { Voucher } from './voucher.entity';

/** What is said of a voucher: without a code one is made, or the stored one stays. */
export type VoucherInput = Pick<
  Voucher,
  'availableBalance' | 'currencyId' | 'expirationDate' | 'pId'
> & { code?: string };

/** @throws InvalidRequest for a balance that is no whole number of the currency's minor units */
export function requireWholeMinorUnits(
  { availableBalance: amount, currencyId }: Pick<VoucherInput, 'availableBalance' | 'currencyId'>,
  pointer: string,
): void {
  const code = toCurrencyCode(currencyId);
  if (code !== undefined)
    assertWholeMinorUnits([{ pointer: `${pointer}/availableBalance`, amount }], code);
}

/** A create body with nothing left out but the code. */
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
 * Which stored voucher each of a whole set is: the one with its code, else the one with its pId; one that names
 * neither is the oldest that is left.
 * @param stored the oldest first
 * @returns as many as are given; undefined: it is not there yet
 */
export function matchStoredVouchers<V extends Pick<Voucher, 'code' | 'pId'>>(
  given: readonly Pick<VoucherInput, 'code' | 'pId'>[],
  stored: readonly V[],
): (V | undefined)[] {
  const left = new Set(stored);
  const take = (isIt: (voucher: V) => boolean): V | undefined => {
    const found = [...left].find(isIt);
    if (found) left.delete(found);
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
