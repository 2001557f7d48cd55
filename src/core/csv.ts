/** What ends a row (RFC 4180). */
export const CSV_ROW_END = '\r\n';

/** What a spreadsheet would work out instead of showing it; behind marks that say that it is none, too. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** What a cell may hold in quotes only. */
const NEEDS_QUOTES = /[",\r\n]/;

/** A cell in quotes. */
export function quoteCsvCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * Writes a value of JSON as a cell: texts as they are, lists and objects as JSON. A text that a spreadsheet would take
 * for a formula stands in quotes, behind one `'` more than it has: who takes that one away has the text again.
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

/** A row of cells that are written already; a single one that is empty can be told from an empty line. */
export function toCsvRow(cells: readonly string[]): string {
  const text = cells.join(',');
  return (text === '' ? '""' : text) + CSV_ROW_END;
}
