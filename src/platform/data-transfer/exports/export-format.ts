import { toCsvCell, toCsvRow } from '../../../core/csv';
import { createImportRecordSchema, type ImportRecordTypeRegistry } from '../imports';

/** Format of the records in an export. */
export interface ExportFormat {
  /** Text before all records. */
  readonly header: string;
  /** @param record the record without its type */
  formatRecord(type: string, record: object): string;
}

/** One JSON object per line, as the import reads it. */
export const ndjsonFormat: ExportFormat = {
  header: '',
  formatRecord: (type, record) => `${JSON.stringify({ type, ...record })}\n`,
};

/**
 * Creates a CSV format with a column for each field of a record, in the order of docs/lines.md. Types have different
 * fields, so a table contains records of one type.
 * @throws Error unless `types` contains exactly one known type
 */
export function createCsvFormat(
  types: readonly string[],
  known: ImportRecordTypeRegistry,
): ExportFormat {
  const [name = '', ...others] = types;
  const type = known.find(name);
  if (!type || others.length > 0)
    throw new Error('A table contains records of a single type. Specify exactly one type.');
  const { type: _type, ...fields } = createImportRecordSchema(type).properties ?? {};
  const columns = Object.keys(fields);
  return {
    header: toCsvRow(columns.map(toCsvCell)),
    formatRecord: (_, record) => {
      const fields = record as Readonly<Record<string, unknown>>;
      return toCsvRow(columns.map((column) => toCsvCell(fields[column])));
    },
  };
}
