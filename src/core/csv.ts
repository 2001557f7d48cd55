/** End of a row (RFC 4180). */
export const CSV_ROW_END = '\r\n';

/** Text that a spreadsheet would evaluate as a formula, also after leading `'`. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Characters that require quotes around a cell. */
const NEEDS_QUOTES = /[",\r\n]/;

/** Quotes a cell. */
export function quoteCsvCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * Formats a JSON value as a cell: texts as they are, lists and objects as JSON. A text that a spreadsheet would
 * evaluate as a formula is quoted and gets an additional leading `'`. Readers that remove this `'` get the original
 * text.
 * @param value undefined: the cell is empty
 */
export function toCsvCell(value: unknown): string {
  if (typeof value === 'string') {
    if (FORMULA.test(value)) return quoteCsvCell(`'${value}`);
    return NEEDS_QUOTES.test(value) ? quoteCsvCell(value) : value;
  }
  const json = value === undefined ? '' : JSON.stringify(value);
  return typeof value === 'object' ? quoteCsvCell(json) : json;
}

/** Joins formatted cells to a row. A single empty cell is quoted, to differ from an empty line. */
export function toCsvRow(cells: readonly string[]): string {
  const text = cells.join(',');
  return (text === '' ? '""' : text) + CSV_ROW_END;
}
