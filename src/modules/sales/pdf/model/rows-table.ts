import { yieldToEventLoop } from '../../../../core/yield-to-event-loop';
import type { PdfColumn, PdfRow, PdfTable } from '../pdf-model';
import { toUntaxedText } from './exemptions';
import { type PdfLine, toPdfLines } from './pdf-lines';
import { type LocalizedPdfSource, isPricedKind } from './pdf-source';

interface ColumnDefinition extends PdfColumn {
  readonly toCellText: (line: PdfLine) => string;
}

/** Creates the table of a document's lines; omits columns that are always empty. Yields between lines. */
export async function toRowsTable(content: LocalizedPdfSource): Promise<PdfTable> {
  const lines = toPdfLines(content);
  const columns = isPricedKind(content.kind)
    ? [...toGoodsColumns(content, lines), ...toPriceColumns(content, lines)]
    : toGoodsColumns(content, lines);
  const rows: PdfRow[] = [];
  for (const line of lines) {
    const cells = columns.map(({ toCellText }) => toCellText(line));
    rows.push({ cells, notes: line.notes, ...(line.isNested ? { isNested: true } : {}) });
    await yieldToEventLoop();
  }
  const shown = columns.map(({ label, kind }): PdfColumn => ({ label, kind }));
  return { columns: shown, rows };
}

function toGoodsColumns(
  { labels, formatter }: LocalizedPdfSource,
  lines: readonly PdfLine[],
): ColumnDefinition[] {
  const quantities = withoutUndefined(lines.map(({ quantity }) => quantity));
  const decimals = formatter.getQuantityDecimals(quantities);
  return [
    ...arrayIf<ColumnDefinition>(
      lines.some(({ sku }) => sku !== ''),
      { label: labels.sku, kind: 'text', toCellText: ({ sku }) => sku },
    ),
    { label: labels.item, kind: 'main', toCellText: ({ name }) => name },
    ...arrayIf<ColumnDefinition>(quantities.length > 0, {
      label: labels.quantity,
      kind: 'number',
      toCellText: ({ quantity }) =>
        quantity === undefined ? '' : formatter.formatQuantity(quantity, decimals),
    }),
  ];
}

function toPriceColumns(
  content: LocalizedPdfSource,
  lines: readonly PdfLine[],
): ColumnDefinition[] {
  const { labels, formatter } = content;
  const prices = withoutUndefined(lines.map(({ price }) => price));
  const decimals = formatter.getPriceDecimals(prices);
  return [
    ...arrayIf<ColumnDefinition>(prices.length > 0, {
      label: labels.unitPrice,
      kind: 'number',
      toCellText: ({ price }) =>
        price === undefined ? '' : formatter.formatPrice(price, decimals),
    }),
    ...arrayIf<ColumnDefinition>(
      lines.some(({ discount }) => discount !== 0),
      {
        label: labels.discount,
        kind: 'number',
        toCellText: ({ discount }) => (discount === 0 ? '' : formatter.formatAmount(-discount)),
      },
    ),
    ...arrayIf<ColumnDefinition>(
      lines.some(({ taxes }) => taxes.length > 0),
      { label: labels.tax, kind: 'number', toCellText: (line) => toRatesText(line, content) },
    ),
    {
      label: labels.amount,
      kind: 'number',
      toCellText: ({ total }) => (total === undefined ? '' : formatter.formatAmount(total)),
    },
  ];
}

function toRatesText({ taxes }: PdfLine, content: LocalizedPdfSource): string {
  const { formatter } = content;
  const texts = taxes.map(({ reRate, ...tax }) => {
    const rate = toUntaxedText(tax, content) ?? formatter.formatRate(tax.rate);
    return reRate === 0 ? rate : `${rate} + ${formatter.formatRate(reRate)}`;
  });
  return texts.join(', ');
}

function arrayIf<T>(condition: boolean, value: T): T[] {
  return condition ? [value] : [];
}

function withoutUndefined(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined);
}
