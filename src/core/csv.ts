/** End of a row (RFC 4180). */
export const CSV_ROW_END = '\r\n';

/** Text that a spreadsheet would evaluate as a formula, also after leading `'`. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * The same within a text, after a semicolon, tab or line break. A spreadsheet that splits rows at semicolons or tabs
 * starts a cell there, even within the quotes of a cell.
 */
const FORMULA_AFTER_SEPARATOR = /(?<=[;\t\r\n])(?=["']*[=+\-@＝＋－＠])/g;

/** Characters that a cell may contain only within quotes. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Quotes a cell. */
export function quoteCsvCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * Writes a JSON value as a cell: texts as they are, lists and objects as JSON. A text that a spreadsheet would evaluate
 * as a formula is quoted and gets a leading `'`. So does each part of a text that a spreadsheet could take for a cell
 * with a formula. Removing these `'` restores the text.
 * @param value undefined: the cell is empty
 */
export function toCsvCell(value: unknown): string {
  if (typeof value === 'string') {
    const text = escapeInnerFormulas(value);
    if (FORMULA.test(value)) return quoteCsvCell(`'${text}`);
    return NEEDS_QUOTES.test(text) ? quoteCsvCell(text) : text;
  }
  const json = value === undefined ? '' : JSON.stringify(value);
  return typeof value === 'object' ? quoteCsvCell(escapeInnerFormulas(json)) : json;
}

/** Joins formatted cells to a row. A single empty cell is quoted, to differ from an empty line. */
export function toCsvRow(cells: readonly string[]): string {
  const text = cells.join(',');
  return (text === '' ? '""' : text) + CSV_ROW_END;
}

function escapeInnerFormulas(text: string): string {
  return text.replace(FORMULA_AFTER_SEPARATOR, "'");
}
