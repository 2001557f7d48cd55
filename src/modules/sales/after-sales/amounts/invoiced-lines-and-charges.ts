import type { TenThousandths, Thousandths } from '../../../../core/money';
import type { ChargeTax } from '../../documents/entities/snapshots';
import type { TaxAmounts, TaxInput } from '../../totals';

/** A tax as it was invoiced with a line: the rates that count, the amounts to four decimals. */
export type InvoicedTax = Pick<TaxAmounts, 'taxKey' | 'rate' | 'reRate' | 'taxPrice' | 'rePrice'>;

/** A line as it was invoiced. A bundle is replaced by its items. */
export interface InvoicedLine {
  /** Its amounts are in proportion to this: thousandths, or its net amount if an amount is credited. */
  readonly quantity: Thousandths;
  /** Before tax, less its own discounts. */
  readonly total: TenThousandths;
  /** Its share of the basket discounts, and of a price of the payment that is below 0. */
  readonly allocatedDiscount: TenThousandths;
  /** Its own discounts. */
  readonly discounts: readonly TenThousandths[];
  readonly taxes: readonly InvoicedTax[];
  /** Places of the groups that its taxes are in. */
  readonly groups: readonly number[];
}

/** A shipment's or the payment's price as it was invoiced, in minor units. */
export interface InvoicedCharge {
  /** Places of the groups that its taxes are in. */
  readonly groups: readonly number[];
  readonly net: TenThousandths;
  readonly taxes: readonly {
    readonly group: number;
    readonly taxPrice: TenThousandths;
    readonly rePrice: TenThousandths;
  }[];
}

/** A shipment's or the payment's price, not yet rounded. */
export interface UnroundedCharge {
  readonly net: TenThousandths;
  readonly taxes: readonly ChargeTax[];
}

/** Returns the place of the group that a tax is in. */
export type TaxGroupLocator = (
  tax: Pick<ChargeTax, 'id' | 'rate' | 'reRate'> & Pick<TaxInput, 'category'>,
) => number;

/** Returns the places of groups, each once, in ascending order, without those that were not found (-1). */
export function toSortedGroupIndexes(indexes: readonly number[]): number[] {
  return [...new Set(indexes.filter((at) => at >= 0))].sort((a, b) => a - b);
}
