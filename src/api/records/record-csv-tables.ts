import type { AnyRecordDefinition, RecordDefinition } from './record';
import type { JsonSchema } from '../validation/schema';
import type { CsvTable } from '../response/csv-table';

/**
 * A CSV table whose columns are the keys of a record.
 * @param rows returns the sources of the rows
 */
export function recordRowsTable<T, S, W extends object>(
  definition: RecordDefinition<S, W>,
  rows: (value: T) => readonly S[],
): CsvTable<T> {
  return {
    columns: () => definition.keys,
    *records(value, context) {
      for (const row of rows(value)) yield definition.write(row, context);
    },
  };
}

/** Column of tables with several lists: the key of the list that contains the row. */
const LIST_COLUMN = 'LIST';

/**
 * A CSV table of a record that consists of lists. It has the columns of all kinds of rows; with several lists, also a
 * column with the key of the list.
 */
export function recordListsTable<T, W extends object>(
  definition: RecordDefinition<T, W>,
): CsvTable<T> {
  const hasSeveralLists = definition.keys.length > 1;
  const fieldOf = (key: string) => definition.fields[key as keyof W];
  const rows = ({ keys }: AnyRecordDefinition): JsonSchema => ({
    properties: Object.fromEntries(keys.map((name) => [name, {}])),
  });
  const columnsOf = (key: string): string[] => {
    const { items = {} } = fieldOf(key).schema(rows);
    const kinds = [items, ...(items.anyOf ?? [])];
    return kinds.flatMap(({ properties = {} }) => Object.keys(properties));
  };
  const selectKeys = (keys: readonly string[] = definition.keys) =>
    definition.keys.filter((key) => keys.includes(key));
  return {
    columns: (keys) => [
      ...(hasSeveralLists ? [LIST_COLUMN] : []),
      ...new Set(selectKeys(keys).flatMap(columnsOf)),
    ],
    *records(value, context) {
      for (const key of selectKeys(context.keys)) {
        const list = fieldOf(key).write(value, context) as readonly object[];
        for (const row of list) yield hasSeveralLists ? { [LIST_COLUMN]: key, ...row } : row;
      }
    },
  };
}
