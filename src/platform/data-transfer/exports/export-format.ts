import { toCsvCell, toCsvRow } from '../../../core/csv';
import { createImportRecordSchema, type ImportRecordTypes } from '../imports';

/** How lines of an export are written. */
export interface ExportFormat {
  /** What comes before all lines. */
  readonly header: string;
  /** @param told the line without its type */
  formatRecord(type: string, told: object): string;
}

/** Lines of JSON, as the import takes them. */
export const ndjsonFormat: ExportFormat = {
  header: '',
  formatRecord: (type, told) => `${JSON.stringify({ type, ...told })}\n`,
};

/**
 * A table with a column for each field of the lines, in the order of docs/lines.md. Types differ in their fields, so a
 * table holds lines of one.
 * @throws Error unless exactly one type is named
 */
export function createCsvFormat(types: readonly string[], known: ImportRecordTypes): ExportFormat {
  const [name = '', ...others] = types;
  const type = known.find(name);
  if (!type || others.length > 0) throw new Error('A table holds lines of one type: name it.');
  const { type: _ofAll, ...fields } = createImportRecordSchema(type).properties ?? {};
  const columns = Object.keys(fields);
  return {
    header: toCsvRow(columns.map(toCsvCell)),
    formatRecord: (_, told) => {
      const line = told as Readonly<Record<string, unknown>>;
      return toCsvRow(columns.map((column) => toCsvCell(line[column])));
    },
  };
}
