import type { AnyRecordDefinition, RecordDefinition } from './record';
import type { JsonSchema } from '../validation/schema';
import type { CsvTable } from '../response/csv-table';

/** A table of a record's own keys. @param rows the sources of the records */
export function recordRowsTable<T, S, W extends object>(
  of: RecordDefinition<S, W>,
  rows: (value: T) => readonly S[],
): CsvTable<T> {
  return {
    columns: () => of.keys,
    *records(value, context) {
      for (const row of rows(value)) yield of.write(row, context);
    },
  };
}

/** Of a table of several lists: the column with the key of the list that a row is of. */
const LIST_COLUMN = 'LIST';

/**
 * A table of a record that holds nothing but lists; of rows of several kinds it has the columns of all, of several lists
 * one more.
 */
export function recordListsTable<T, W extends object>(of: RecordDefinition<T, W>): CsvTable<T> {
  const isOneOfSeveral = of.keys.length > 1;
  const fieldOf = (key: string) => of.fields[key as keyof W];
  const rows = ({ keys }: AnyRecordDefinition): JsonSchema => ({
    properties: Object.fromEntries(keys.map((name) => [name, {}])),
  });
  const columnsOf = (key: string): string[] => {
    const { items = {} } = fieldOf(key).schema(rows);
    const kinds = [items, ...(items.anyOf ?? [])];
    return kinds.flatMap(({ properties = {} }) => Object.keys(properties));
  };
  const asked = (keys: readonly string[] = of.keys) => of.keys.filter((key) => keys.includes(key));
  return {
    columns: (keys) => [
      ...(isOneOfSeveral ? [LIST_COLUMN] : []),
      ...new Set(asked(keys).flatMap(columnsOf)),
    ],
    *records(value, context) {
      for (const key of asked(context.keys)) {
        const list = fieldOf(key).write(value, context) as readonly object[];
        for (const row of list) yield isOneOfSeveral ? { [LIST_COLUMN]: key, ...row } : row;
      }
    },
  };
}
