import { moneyToNumber, type TenThousandths } from '../../../core/money';

/** What can be wrong with a document's amounts: rules (422), never malformed input. */
export type TotalsViolationCode =
  | 'totals.rowNegative'
  | 'totals.bundleAmounts'
  | 'totals.basketDiscountTooLarge'
  | 'totals.shippingDiscountTooLarge'
  | 'totals.vouchersTooLarge'
  | 'totals.notTrusted'
  | 'totals.outOfRange';

/**
 * A broken rule in the shape of a fault: the pointer is a JSON pointer within the document's own
 * input (`/discounts/0/amount`), to which the caller adds the root of its body.
 */
export interface TotalsViolation {
  readonly code: TotalsViolationCode;
  readonly pointer: string;
  readonly detail: string;
}

/** The index of the first amount with which the running sum exceeds the limit; -1 when none. */
export function findFirstBeyond(amounts: readonly TenThousandths[], limit: TenThousandths): number {
  let running = 0;
  return amounts.findIndex((amount) => (running += amount) > limit);
}

/** A row's (or bundle item's) own discounts are larger than the row, or its price is negative. */
export function rowNegativeViolation(
  path: string,
  discounts: readonly TenThousandths[],
  gross: TenThousandths,
): TotalsViolation {
  return negativeViolation('totals.rowNegative', path, discounts, gross, 'row');
}

/** A shipment's own discounts are larger than its price, or that is negative. */
export function shipmentNegativeViolation(
  path: string,
  discounts: readonly TenThousandths[],
  price: TenThousandths,
): TotalsViolation {
  return negativeViolation('totals.shippingDiscountTooLarge', path, discounts, price, 'shipment');
}

/** A bundle carries an amount of its own, which its total, the sum of its items, would lose. */
export function bundleAmountsViolation(
  path: string,
  field: 'price' | 'discounts' | 'taxes',
): TotalsViolation {
  const detail = `A bundle has no ${field} of its own: its items have.`;
  return { code: 'totals.bundleAmounts', pointer: `${path}/${field}`, detail };
}

/** Order discounts are larger than what they apply to. */
export function discountTooLargeViolation(
  code: 'totals.basketDiscountTooLarge' | 'totals.shippingDiscountTooLarge',
  index: number,
  target: string,
  limit: TenThousandths,
): TotalsViolation {
  const detail = `The discounts are larger than ${target} (${moneyToNumber(limit)}).`;
  return { code, pointer: `/discounts/${index}/amount`, detail };
}

/** The vouchers pay more than there is to pay. */
export function vouchersTooLargeViolation(
  vouchers: TenThousandths,
  due: TenThousandths,
): TotalsViolation {
  const detail = `The vouchers (${moneyToNumber(vouchers)}) are larger than the amount due (${moneyToNumber(due)}).`;
  return { code: 'totals.vouchersTooLarge', pointer: '/vouchers', detail };
}

/** Totals that are to be trusted are not those of the rates. */
export function totalsNotTrustedViolation(name: string, given: string): TotalsViolation {
  const detail = `The given totals contradict the taxes: ${given}. Correct them, or send trustTotals "asGiven".`;
  return { code: 'totals.notTrusted', pointer: `/totals/${name}`, detail };
}

/** Amounts that are legal one by one are too large together. */
export function outOfRangeViolation(): TotalsViolation {
  const detail = 'The amounts of the document are too large together.';
  return { code: 'totals.outOfRange', pointer: '', detail };
}

function negativeViolation(
  code: TotalsViolationCode,
  path: string,
  discounts: readonly TenThousandths[],
  gross: TenThousandths,
  name: 'row' | 'shipment',
): TotalsViolation {
  if (gross < 0) {
    return { code, pointer: `${path}/price`, detail: `The ${name} comes to less than 0.` };
  }
  const detail = `The discounts are larger than the ${name} (${moneyToNumber(gross)}).`;
  const index = findFirstBeyond(discounts, gross);
  return { code, pointer: `${path}/discounts/${index}/amount`, detail };
}
