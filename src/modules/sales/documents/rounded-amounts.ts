import { getCurrency } from '../../../core/currencies';
import {
  minorUnitSize,
  roundToMinorUnit,
  sumAmounts,
  type TenThousandths,
} from '../../../core/money';
import { roundBasesToTotal, roundLinesToTotal } from '../totals';
import { rowTypes } from './document-kinds';
import type { DocumentTax } from './entities/document-tax.entity';
import type { SalesDocument } from './entities/document.entity';

/** The lines that have amounts of their own: of a bundle its items. */
export function leafRows<R extends { type: number; items?: R[] }>(rows: readonly R[]): R[] {
  return rows.flatMap((row) => (row.type === rowTypes.bundle ? (row.items ?? []) : [row]));
}

/**
 * A document's tax groups with bases in minor units, which come to its subtotal together with what bears no tax.
 * Documents are stored so; bases of older ones have four decimals.
 */
export function roundedTaxes<T extends Pick<DocumentTax, 'base'>>({
  taxes,
  subtotal,
  currencyCode,
}: Pick<SalesDocument, 'subtotal' | 'currencyCode'> & { readonly taxes: T[] }): T[] {
  const { digits } = getCurrency(currencyCode);
  const unit = minorUnitSize(digits);
  if (taxes.every(({ base }) => base % unit === 0)) return taxes;
  const bases = taxes.map(({ base }) => base);
  const untaxed = subtotal - sumAmounts(bases);
  const most = unit * (taxes.length + 1);
  // Where lines bear several taxes, their bases are more than the subtotal.
  const settled =
    untaxed < -most
      ? bases.map((base) => roundToMinorUnit(base, digits))
      : roundBasesToTotal(untaxed > most ? [...bases, untaxed] : bases, subtotal, digits);
  return taxes.map((tax, at) => ({ ...tax, base: settled[at] ?? 0 }));
}

/** The net amounts of lines and of shipments in minor units, in their order. */
export interface RoundedNets<R> {
  readonly lines: ReadonlyMap<R, TenThousandths>;
  readonly shippings: readonly TenThousandths[];
}

/**
 * A document's net amounts in minor units: its lines come to SUBTOTALROWS, its shippings to SUBTOTALSHIPPINGS. Older
 * documents keep amounts that were rounded each by itself.
 */
export function roundedNets<R extends { type: number; total: TenThousandths; items?: R[] }>(
  document: Pick<
    SalesDocument,
    'subtotalRows' | 'subtotalShippings' | 'currencyCode' | 'rounding'
  > & { readonly rows: readonly R[] },
  shippings: readonly { readonly netPrice: TenThousandths }[],
): RoundedNets<R> {
  const { digits } = getCurrency(document.currencyCode);
  const settle = (exact: TenThousandths[], total: TenThousandths): TenThousandths[] =>
    document.rounding === null
      ? exact.map((amount) => roundToMinorUnit(amount, digits))
      : roundLinesToTotal(exact, total, digits);
  const leaves = leafRows(document.rows);
  const nets = settle(
    leaves.map(({ total }) => total),
    document.subtotalRows,
  );
  return {
    lines: new Map(leaves.map((row, at) => [row, nets[at] ?? 0])),
    shippings: settle(
      shippings.map(({ netPrice }) => netPrice),
      document.subtotalShippings,
    ),
  };
}
