import type { TenThousandths } from '../../../../core/money';
import type { DocumentTotals } from '../../totals';

/** Totals made of two, member by member. */
export function combineTotals(
  one: DocumentTotals,
  other: DocumentTotals,
  combine: (a: TenThousandths, b: TenThousandths) => TenThousandths,
): DocumentTotals {
  const names = Object.keys(one) as (keyof DocumentTotals)[];
  const members = names.map((name) => [name, combine(one[name], other[name])]);
  return Object.fromEntries(members) as Record<keyof DocumentTotals, TenThousandths>;
}
