import {
  type AnyRecordDefinition,
  type NestedRecordSchemaFactory,
  type RecordDefinition,
  toRecordSchema,
} from './record';
import type { JsonSchema } from '../validation/schema';
import type { CsvTable } from '../response/csv-table';

/** Records within records within a record: deeper ones are JSON in a cell. */
const MAX_RECORD_DEPTH = 4;

/**
 * The columns of rows that are records: the paths of their values. A record within a row has a column for each of its
 * keys; lists are JSON in a cell.
 * @param keys selected keys; undefined: all
 */
export function listRecordColumns(
  definition: AnyRecordDefinition,
  keys: readonly string[] = definition.keys,
): string[] {
  let columns = columnCache.get(definition);
  if (!columns) {
    const { properties = {} } = toRecordSchema(definition, createNestedSchemaFactory(1));
    columns = new Map(
      Object.entries(properties).map(([key, schema]) => [key, listValuePaths(schema, key)]),
    );
    columnCache.set(definition, columns);
  }
  return [...columns].flatMap(([key, paths]) => (keys.includes(key) ? paths : []));
}

const columnCache = new WeakMap<AnyRecordDefinition, Map<string, string[]>>();

function createNestedSchemaFactory(depth: number): NestedRecordSchemaFactory {
  return (part) => {
    if (depth > MAX_RECORD_DEPTH) return {};
    return 'component' in part
      ? part.schema(createNestedSchemaFactory(depth))
      : toRecordSchema(part, createNestedSchemaFactory(depth + 1));
  };
}

function listValuePaths({ properties }: JsonSchema, path: string): string[] {
  if (!properties) return [path];
  return Object.entries(properties).flatMap(([key, member]) =>
    listValuePaths(member, `${path}.${key}`),
  );
}

/**
 * A CSV table whose rows are records.
 * @param listRows returns the sources of the rows
 */
export function csvTableOfRecords<T, S, W extends object>(
  definition: RecordDefinition<S, W>,
  listRows: (value: T) => readonly S[],
): CsvTable<T> {
  return {
    listColumns: () => listRecordColumns(definition),
    *toRecords(value, context) {
      for (const row of listRows(value)) yield definition.serialize(row, context);
    },
  };
}

/** Column of tables with several lists: the key of the list that contains the row. */
const LIST_COLUMN = 'LIST';

/**
 * A CSV table of a record that consists of lists. It has the columns of all kinds of rows; with several lists, also a
 * column with the key of the list.
 */
export function csvTableOfLists<T, W extends object>(
  definition: RecordDefinition<T, W>,
): CsvTable<T> {
  const hasSeveralLists = definition.keys.length > 1;
  const fieldOf = (key: string) => definition.fields[key as keyof W];
  const columnsOf = (key: string): string[] => {
    const { items = {} } = fieldOf(key).schema(createNestedSchemaFactory(1));
    const rowSchemas = [items, ...(items.anyOf ?? [])];
    return rowSchemas.flatMap(({ properties = {} }) =>
      Object.entries(properties).flatMap(([name, member]) => listValuePaths(member, name)),
    );
  };
  const selectKeys = (keys: readonly string[] = definition.keys) =>
    definition.keys.filter((key) => keys.includes(key));
  return {
    listColumns: (keys) => [
      ...(hasSeveralLists ? [LIST_COLUMN] : []),
      ...new Set(selectKeys(keys).flatMap(columnsOf)),
    ],
    *toRecords(value, context) {
      for (const key of selectKeys(context.keys)) {
        const list = fieldOf(key).serialize(value, context) as readonly object[];
        for (const row of list) yield hasSeveralLists ? { [LIST_COLUMN]: key, ...row } : row;
      }
    },
  };
}
