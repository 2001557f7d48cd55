import { yieldToEventLoop } from '../../../../core/yield-to-event-loop';
import type { PdfColumn, PdfRow, PdfTable } from '../pdf-model';
import { toUntaxedText } from './exemptions';
import { type PdfLine, toPdfLines } from './lines';
import { type PdfContent, isPricedKind } from './source';

interface WritableColumn extends PdfColumn {
  readonly write: (line: PdfLine) => string;
}

/** Creates the table of a document's lines; omits columns that are always empty. Yields between lines. */
export async function toRowsTable(content: PdfContent): Promise<PdfTable> {
  const lines = toPdfLines(content);
  const columns = isPricedKind(content.kind)
    ? [...toGoodsColumns(content, lines), ...toPriceColumns(content, lines)]
    : toGoodsColumns(content, lines);
  const rows: PdfRow[] = [];
  for (const line of lines) {
    const cells = columns.map(({ write }) => write(line));
    rows.push({ cells, notes: line.notes, ...(line.isNested ? { isNested: true } : {}) });
    await yieldToEventLoop();
  }
  const shown = columns.map(({ label, kind }): PdfColumn => ({ label, kind }));
  return { columns: shown, rows };
}

function toGoodsColumns(
  { labels, formats }: PdfContent,
  lines: readonly PdfLine[],
): WritableColumn[] {
  const quantities = withoutUndefined(lines.map(({ quantity }) => quantity));
  const decimals = formats.decimalsOfQuantities(quantities);
  return [
    ...arrayIf<WritableColumn>(
      lines.some(({ sku }) => sku !== ''),
      { label: labels.sku, kind: 'text', write: ({ sku }) => sku },
    ),
    { label: labels.item, kind: 'main', write: ({ name }) => name },
    ...arrayIf<WritableColumn>(quantities.length > 0, {
      label: labels.quantity,
      kind: 'number',
      write: ({ quantity }) => (quantity === undefined ? '' : formats.quantity(quantity, decimals)),
    }),
  ];
}

function toPriceColumns(content: PdfContent, lines: readonly PdfLine[]): WritableColumn[] {
  const { labels, formats } = content;
  const prices = withoutUndefined(lines.map(({ price }) => price));
  const decimals = formats.decimalsOfPrices(prices);
  return [
    ...arrayIf<WritableColumn>(prices.length > 0, {
      label: labels.unitPrice,
      kind: 'number',
      write: ({ price }) => (price === undefined ? '' : formats.price(price, decimals)),
    }),
    ...arrayIf<WritableColumn>(
      lines.some(({ discount }) => discount !== 0),
      {
        label: labels.discount,
        kind: 'number',
        write: ({ discount }) => (discount === 0 ? '' : formats.amount(-discount)),
      },
    ),
    ...arrayIf<WritableColumn>(
      lines.some(({ taxes }) => taxes.length > 0),
      { label: labels.tax, kind: 'number', write: (line) => toRatesText(line, content) },
    ),
    {
      label: labels.amount,
      kind: 'number',
      write: ({ total }) => (total === undefined ? '' : formats.amount(total)),
    },
  ];
}

function toRatesText({ taxes }: PdfLine, content: PdfContent): string {
  const { formats } = content;
  const texts = taxes.map(({ reRate, ...tax }) => {
    const rate = toUntaxedText(tax, content) ?? formats.rate(tax.rate);
    return reRate === 0 ? rate : `${rate} + ${formats.rate(reRate)}`;
  });
  return texts.join(', ');
}

function arrayIf<T>(condition: boolean, value: T): T[] {
  return condition ? [value] : [];
}

function withoutUndefined(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined);
}
