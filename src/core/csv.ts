/** End of a row (RFC 4180). */
export const CSV_ROW_END = '\r\n';

/** Text that a spreadsheet would evaluate as a formula, also after leading `'`. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * The same within a text, behind what ends a cell or a row for a spreadsheet that splits rows at semicolons or tabs: to that
 * one, quotes around a cell behind a comma are characters like others.
 */
const FORMULA_BEHIND_END = /(?<=[;\t\r\n])(?=["']*[=+\-@＝＋－＠])/g;

/** What a cell may hold in quotes only. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Quotes a cell. */
export function quoteCsvCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * Writes a value of JSON as a cell: texts as they are, lists and objects as JSON. A text that a spreadsheet would take
 * for a formula is written in quotes, behind one `'` more than it has; so is a part of it that a spreadsheet would take for a
 * cell and a formula. Without these `'` it is the text again.
 * @param value undefined: the cell is empty
 */
export function toCsvCell(value: unknown): string {
  if (typeof value === 'string') {
    const text = harmless(value);
    if (FORMULA.test(value)) return quoteCsvCell(`'${text}`);
    return NEEDS_QUOTES.test(text) ? quoteCsvCell(text) : text;
  }
  const json = value === undefined ? '' : JSON.stringify(value);
  return typeof value === 'object' ? quoteCsvCell(harmless(json)) : json;
}

/** Joins formatted cells to a row. A single empty cell is quoted, to differ from an empty line. */
export function toCsvRow(cells: readonly string[]): string {
  const text = cells.join(',');
  return (text === '' ? '""' : text) + CSV_ROW_END;
}

function harmless(text: string): string {
  return text.replace(FORMULA_BEHIND_END, "'");
}
