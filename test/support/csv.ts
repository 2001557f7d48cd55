/** Reads a table as RFC 4180 has it. @throws Error for any other text */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let row: string[] = []; cell.lastIndex < text.length;) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`There is no cell at ${text.slice(at, at + 50)}`);
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The text, or the JSON, that a cell was written of. */
export function unescapeCell(cell: string): string {
  const text = /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
  return text.replaceAll(/([;\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g, '$1');
}
