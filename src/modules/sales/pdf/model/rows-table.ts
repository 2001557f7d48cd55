import type { PdfColumn, PdfRow, PdfTable } from '../pdf-model';
import type { Formats } from './formats';
import { type PdfLine, toPdfLines } from './lines';
import { type PdfContent, isPricedKind } from './source';

interface WritableColumn extends PdfColumn {
  readonly write: (line: PdfLine) => string;
}

/** Creates the table of a document's lines; omits columns that are always empty. */
export function toRowsTable(content: PdfContent): PdfTable {
  const lines = toPdfLines(content);
  const columns = isPricedKind(content.kind)
    ? [...toGoodsColumns(content, lines), ...toPriceColumns(content, lines)]
    : toGoodsColumns(content, lines);
  const rows = lines.map((line): PdfRow => {
    const cells = columns.map(({ write }) => write(line));
    return { cells, notes: line.notes, ...(line.isNested ? { isNested: true } : {}) };
  });
  const shown = columns.map(({ label, kind }): PdfColumn => ({ label, kind }));
  return { columns: shown, rows };
}

function toGoodsColumns(
  { labels, formats }: PdfContent,
  lines: readonly PdfLine[],
): WritableColumn[] {
  const decimals = formats.decimalsOfQuantities(
    withoutUndefined(lines.map(({ quantity }) => quantity)),
  );
  return [
    ...arrayIf<WritableColumn>(
      lines.some(({ sku }) => sku !== ''),
      { label: labels.sku, kind: 'text', write: ({ sku }) => sku },
    ),
    { label: labels.item, kind: 'main', write: ({ name }) => name },
    {
      label: labels.quantity,
      kind: 'number',
      write: ({ quantity }) => (quantity === undefined ? '' : formats.quantity(quantity, decimals)),
    },
  ];
}

function toPriceColumns(
  { labels, formats }: PdfContent,
  lines: readonly PdfLine[],
): WritableColumn[] {
  const decimals = formats.decimalsOfPrices(withoutUndefined(lines.map(({ price }) => price)));
  return [
    {
      label: labels.unitPrice,
      kind: 'number',
      write: ({ price }) => (price === undefined ? '' : formats.price(price, decimals)),
    },
    ...arrayIf<WritableColumn>(
      lines.some(({ discount }) => discount !== 0),
      {
        label: labels.discount,
        kind: 'number',
        write: ({ discount }) => (discount === 0 ? '' : formats.amount(-discount)),
      },
    ),
    ...arrayIf<WritableColumn>(
      lines.some(({ rates }) => rates.length > 0),
      { label: labels.tax, kind: 'number', write: (line) => toRatesText(line, formats) },
    ),
    {
      label: labels.amount,
      kind: 'number',
      write: ({ total }) => (total === undefined ? '' : formats.amount(total)),
    },
  ];
}

function toRatesText({ rates }: PdfLine, formats: Formats): string {
  const texts = rates.map(({ rate, reRate }) =>
    reRate === 0 ? formats.rate(rate) : `${formats.rate(rate)} + ${formats.rate(reRate)}`,
  );
  return texts.join(', ');
}

function arrayIf<T>(condition: boolean, value: T): T[] {
  return condition ? [value] : [];
}

function withoutUndefined(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined);
}
