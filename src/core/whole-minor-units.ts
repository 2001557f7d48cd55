import { getCurrency } from './currencies';
import { type FieldError, InvalidRequest } from './errors';
import { moneyToNumber, getMinorUnitAmount, type TenThousandths } from './money';

/** An amount with its pointer in the request. */
interface AmountWithPointer {
  readonly pointer: string;
  readonly amount: TenThousandths;
}

/** Checks that amounts, such as those of vouchers, are whole minor units of a currency. @throws InvalidRequest */
export function assertWholeMinorUnits(
  amounts: readonly AmountWithPointer[],
  currencyCode: string,
): void {
  const unit = getMinorUnitAmount(getCurrency(currencyCode).digits);
  const faults = amounts.flatMap(({ pointer, amount }): FieldError[] => {
    if (amount % unit === 0) return [];
    const detail =
      `The smallest amount of ${currencyCode} is ${moneyToNumber(unit)}; ` +
      `${moneyToNumber(amount)} is not a multiple of it.`;
    return [{ pointer, code: 'amount.belowMinorUnit', detail }];
  });
  if (faults.length > 0) throw new InvalidRequest(faults);
}
