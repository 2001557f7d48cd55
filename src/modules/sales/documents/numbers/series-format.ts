import type { HeadquarterSeries } from '../../../../platform/catalog';
import type { SeriesKind } from '../document-kinds';

const kindLetters: Readonly<Record<SeriesKind, string>> = {
  order: 'O',
  invoice: 'I',
  creditNote: 'C',
  return: 'R',
  rma: 'M',
  deliveryNote: 'D',
  simplifiedInvoice: 'S',
};

/** Start and end of the numbers of a series. */
export interface SeriesFormat {
  readonly prefix: string;
  readonly suffix: string;
}

/** Returns the format of a headquarter's numbers of a kind and year: its own, or letter, headquarter and year. */
export function getSeriesFormat(
  kind: SeriesKind,
  headquarter: { readonly id: number; readonly series: readonly HeadquarterSeries[] | undefined },
  year: number,
): SeriesFormat {
  const configured = headquarter.series?.find(({ document }) => document === kind);
  const { prefix = `${kindLetters[kind]}${headquarter.id}-${year}-`, suffix = '' } =
    configured ?? {};
  return { prefix, suffix };
}
