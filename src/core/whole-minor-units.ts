import { getCurrency } from './currencies';
import { type FieldError, InvalidRequest } from './errors';
import { moneyToNumber, minorUnitSize, type TenThousandths } from './money';

/** An amount that is paid with, and where it is in the request. */
interface PaidAmount {
  readonly pointer: string;
  readonly amount: TenThousandths;
}

/** Requires amounts of vouchers to be whole minor units of their currency. @throws InvalidRequest */
export function assertWholeMinorUnits(amounts: readonly PaidAmount[], currencyCode: string): void {
  const unit = minorUnitSize(getCurrency(currencyCode).digits);
  const faults = amounts.flatMap(({ pointer, amount }): FieldError[] => {
    if (amount % unit === 0) return [];
    const detail =
      `The smallest amount of ${currencyCode} is ${moneyToNumber(unit)}; ` +
      `${moneyToNumber(amount)} is no multiple of it.`;
    return [{ pointer, code: 'amount.belowMinorUnit', detail }];
  });
  if (faults.length > 0) throw new InvalidRequest(faults);
}
