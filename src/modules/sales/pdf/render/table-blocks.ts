import type { PdfColumn, PdfRow, PdfTable } from '../pdf-model';
import type { Canvas } from './canvas';
import type { Block } from './paginate';
import { colors, type Style, styles } from './theme';

// Lengths are points.
const GAP = 10;
const PADDING = 3.5;
const BELOW_HEAD = 2;
const INDENT = 10;
const WIDEST_TEXT = 76;
/** How narrow text columns and the main one get before the lines of numbers are broken. */
const NARROWEST_TEXT = 40;
const NARROWEST_MAIN = 70;
/** What text columns leave to the main one, as long as they can. */
const USUAL_MAIN = 120;
/** A row of more lines may be divided by the end of a page. */
const MOST_LINES_TOGETHER = 12;

/** Where a table stands. */
export interface Span {
  readonly left: number;
  readonly right: number;
}

interface Column extends PdfColumn, Span {}

/** What a line of a table row shows in one column. */
interface CellLine {
  readonly text: string;
  readonly style: Style;
  readonly indent: number;
}

/** A table as blocks of one line each; its head stands again on every page that it goes on to. */
export function tableBlocks(canvas: Canvas, table: PdfTable, span: Span): Block[] {
  const columns = columnsOf(canvas, table, span);
  const header = headerBlock(canvas, columns, span);
  const rows = table.rows.flatMap((row, index) => {
    const isHead = row.isNested !== true && table.rows[index + 1]?.isNested === true;
    const isLast = table.rows[index + 1]?.isNested !== true;
    return rowBlocks(canvas, columns, row, { span, header, isHead, isLast });
  });
  return [header, ...rows];
}

/** Whether a table's numbers have room in a span. */
export function fits(canvas: Canvas, table: PdfTable, { left, right }: Span): boolean {
  const numbers = sumOf(wantedWidths(canvas, table), table, 'number');
  return numbers + gapsOf(table) + NARROWEST_MAIN <= right - left;
}

/** Numbers as wide as they are, then texts as far as the main column can spare it. */
function columnsOf(canvas: Canvas, table: PdfTable, span: Span): Column[] {
  const wanted = wantedWidths(canvas, table);
  const whole = span.right - span.left - gapsOf(table);
  const texts = sumOf(wanted, table, 'text');
  const leastTexts = Math.min(texts, NARROWEST_TEXT * count(table, 'text'));
  const mostNumbers = whole - NARROWEST_MAIN - leastTexts;
  const numbers = sumOf(wanted, table, 'number');
  const scale = numbers > mostNumbers ? mostNumbers / numbers : 1;
  const rest = whole - numbers * scale;
  const textScale = Math.min(Math.max(rest - USUAL_MAIN, leastTexts), texts) / (texts || 1);
  const main = rest - texts * textScale;
  let left = span.left;
  return table.columns.map((column, index) => {
    const own = wanted[index] as number;
    const width = { main, text: own * textScale, number: own * scale }[column.kind];
    const placed = { ...column, left, right: left + width };
    left += width + GAP;
    return placed;
  });
}

/** As wide as the texts of each column, with a little for rounding; the main one wants nothing. */
function wantedWidths(canvas: Canvas, { columns, rows }: PdfTable): number[] {
  return columns.map(({ label, kind }, index) => {
    if (kind === 'main') return 0;
    // Not by spreading: a document may have more rows than a call takes arguments.
    const widest = rows.reduce(
      (most, { cells }) => Math.max(most, canvas.width(cells[index] ?? '', styles.text)),
      canvas.width(label, styles.heading),
    );
    const width = widest + 0.5;
    return kind === 'text' ? Math.min(width, WIDEST_TEXT) : width;
  });
}

function sumOf(widths: readonly number[], { columns }: PdfTable, kind: PdfColumn['kind']): number {
  return widths.reduce((sum, one, index) => sum + (columns[index]?.kind === kind ? one : 0), 0);
}

function count({ columns }: PdfTable, kind: PdfColumn['kind']): number {
  return columns.filter((column) => column.kind === kind).length;
}

function gapsOf({ columns }: PdfTable): number {
  return GAP * (columns.length - 1);
}

function headerBlock(canvas: Canvas, columns: readonly Column[], span: Span): Block {
  const style = styles.heading;
  const cells = columns.map(({ label, left, right }) => canvas.lines(label, right - left, style));
  const lineCount = cells.reduce((most, lines) => Math.max(most, lines.length), 1);
  const height = lineCount * style.leading + 2 * PADDING + BELOW_HEAD;
  const draw = (y: number): void => {
    cells.forEach((lines, index) => {
      const column = columns[index] as Column;
      // The last lines stand on one level.
      const top = y + PADDING + (lineCount - lines.length) * style.leading;
      lines.forEach((text, line) => {
        writeCell(canvas, column, { text, style, indent: 0 }, top + line * style.leading);
      });
    });
    canvas.rule(span.left, span.right, y + height - BELOW_HEAD, colors.strongRule, 0.75);
  };
  return { height, draw, keepWithNext: true };
}

/** What a row needs to know of its table. */
interface Place {
  readonly span: Span;
  readonly header: Block;
  /** Items of a bundle follow. */
  readonly isHead: boolean;
  /** A rule stands below it. */
  readonly isLast: boolean;
}

function rowBlocks(
  canvas: Canvas,
  columns: readonly Column[],
  row: PdfRow,
  { span, header, isHead, isLast }: Place,
): Block[] {
  const cells = columns.map((column, index) => cellLines(canvas, column, row, index, isHead));
  const lineCount = cells.reduce((most, lines) => Math.max(most, lines.length), 1);
  return Array.from({ length: lineCount }, (_, line): Block => {
    const shown = cells.map((lines) => lines[line]);
    const leading = shown.reduce((most, one) => Math.max(most, one?.style.leading ?? 0), 0);
    const top = line === 0 && row.isNested !== true ? PADDING : 0;
    const isEnd = line === lineCount - 1;
    const height = top + leading + (isEnd && isLast ? PADDING : 0);
    const draw = (y: number): void => {
      shown.forEach((cell, index) => {
        if (cell) writeCell(canvas, columns[index] as Column, cell, y + top);
      });
      if (isEnd && isLast) canvas.rule(span.left, span.right, y + height - 0.25, colors.rule);
    };
    const keepWithNext = isEnd ? isHead : lineCount <= MOST_LINES_TOGETHER;
    return { height, draw, header, ...(keepWithNext ? { keepWithNext } : {}) };
  });
}

function cellLines(
  canvas: Canvas,
  column: Column,
  row: PdfRow,
  index: number,
  isHead: boolean,
): CellLine[] {
  const isMain = column.kind === 'main';
  const indent = isMain && row.isNested ? INDENT : 0;
  const width = column.right - column.left - indent;
  const style = isHead && isMain ? styles.strong : styles.text;
  const lines = (text: string, shape: Style): CellLine[] =>
    canvas.lines(text, width, shape).map((line) => ({ text: line, style: shape, indent }));
  const cell = lines(row.cells[index] ?? '', style);
  return isMain ? [...cell, ...row.notes.flatMap((note) => lines(note, styles.note))] : cell;
}

function writeCell(canvas: Canvas, column: Column, cell: CellLine, y: number): void {
  const { text, style, indent } = cell;
  if (column.kind === 'number') canvas.writeNumber(text, column.left, column.right, y, style);
  else canvas.write(text, column.left + indent, y, style);
}
