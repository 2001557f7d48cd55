import { isCurrencyInUseAt } from '../../../../core/currencies';
import { InvalidRequest } from '../../../../core/errors';
import type { OrderLineDto } from './order-line.dto';

/** Requires currencies that are used today, or were used at the date of the order. @throws InvalidRequest */
export function requireCurrenciesValidAtOrderDate(
  order: Pick<OrderLineDto, 'currencyCode' | 'date' | 'sourceCurrencyCode'>,
): void {
  const errors = (['currencyCode', 'sourceCurrencyCode'] as const)
    .filter((name) => !isCurrencyInUseAt(order.date, order[name] ?? ''))
    .map((name) => ({
      pointer: `/${name}`,
      code: 'format.iso-4217',
      detail: `${String(order[name])} wasn't used at the date of the order.`,
    }));
  if (errors.length > 0) throw new InvalidRequest(errors);
}
