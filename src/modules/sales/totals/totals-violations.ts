import { moneyToNumber, type TenThousandths } from '../../../core/money';

/** Rules that a document's amounts can violate (422). */
export type TotalsViolationCode =
  | 'totals.rowNegative'
  | 'totals.bundleAmounts'
  | 'totals.basketDiscountTooLarge'
  | 'totals.shippingDiscountTooLarge'
  | 'totals.vouchersTooLarge'
  | 'totals.notTrusted'
  | 'totals.tooManyTaxes'
  | 'totals.outOfRange';

/**
 * A violated rule in the form of a field error. The JSON pointer is relative to the document
 * (`/discounts/0/amount`); the caller prefixes it with the document's own pointer.
 */
export interface TotalsViolation {
  readonly code: TotalsViolationCode;
  readonly pointer: string;
  readonly detail: string;
}

/** Index of the first amount with which the running sum exceeds the limit; -1 if it never does. */
export function findFirstOverLimit(
  amounts: readonly TenThousandths[],
  limit: TenThousandths,
): number {
  let running = 0;
  return amounts.findIndex((amount) => (running += amount) > limit);
}

/** The own discounts of a row or item are larger than its price, or the price is negative. */
export function createRowNegativeViolation(
  path: string,
  discounts: readonly TenThousandths[],
  gross: TenThousandths,
): TotalsViolation {
  return createNegativeViolation('totals.rowNegative', path, discounts, gross, 'row');
}

/** The own discounts of a shipment are larger than its price, or the price is negative. */
export function createShipmentNegativeViolation(
  path: string,
  discounts: readonly TenThousandths[],
  price: TenThousandths,
): TotalsViolation {
  return createNegativeViolation(
    'totals.shippingDiscountTooLarge',
    path,
    discounts,
    price,
    'shipment',
  );
}

/** A bundle has own amounts, which would be lost because its total is the sum of its items. */
export function createBundleAmountsViolation(
  path: string,
  field: 'price' | 'discounts' | 'taxes',
): TotalsViolation {
  const detail = `A bundle can't have ${field}; only its items can.`;
  return { code: 'totals.bundleAmounts', pointer: `${path}/${field}`, detail };
}

/** Order discounts are larger than the parts of their scope. */
export function createDiscountTooLargeViolation(
  code: 'totals.basketDiscountTooLarge' | 'totals.shippingDiscountTooLarge',
  index: number,
  target: string,
  limit: TenThousandths,
): TotalsViolation {
  const detail = `The discounts are larger than ${target} (${moneyToNumber(limit)}).`;
  return { code, pointer: `/discounts/${index}/amount`, detail };
}

/** The vouchers exceed the amount due. */
export function createVouchersTooLargeViolation(
  vouchers: TenThousandths,
  due: TenThousandths,
): TotalsViolation {
  const detail = `The vouchers (${moneyToNumber(vouchers)}) are larger than the amount due (${moneyToNumber(due)}).`;
  return { code: 'totals.vouchersTooLarge', pointer: '/vouchers', detail };
}

/** Trusted totals contradict the tax rates. */
export function createTotalsNotTrustedViolation(
  name: string,
  contradiction: string,
): TotalsViolation {
  const detail = `The given totals contradict the taxes: ${contradiction}. Correct them, or send trustTotals "asGiven".`;
  return { code: 'totals.notTrusted', pointer: `/totals/${name}`, detail };
}

/** The document has too many tax groups. @param limit the most that it may have */
export function createTooManyTaxesViolation(limit: number): TotalsViolation {
  const detail = `A document can have at most ${limit} different taxes, by category and rates.`;
  return { code: 'totals.tooManyTaxes', pointer: '/rows', detail };
}

/** Single amounts are valid, but their sums are too large. */
export function createOutOfRangeViolation(): TotalsViolation {
  const detail = 'The sum of the amounts of the document is too large.';
  return { code: 'totals.outOfRange', pointer: '', detail };
}

function createNegativeViolation(
  code: TotalsViolationCode,
  path: string,
  discounts: readonly TenThousandths[],
  gross: TenThousandths,
  name: 'row' | 'shipment',
): TotalsViolation {
  if (gross < 0) {
    return { code, pointer: `${path}/price`, detail: `The ${name} has a negative amount.` };
  }
  const detail = `The discounts are larger than the ${name} (${moneyToNumber(gross)}).`;
  const index = findFirstOverLimit(discounts, gross);
  return { code, pointer: `${path}/discounts/${index}/amount`, detail };
}
