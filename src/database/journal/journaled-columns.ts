import type { SqlValue } from '../schema/column-kinds';
import type { ColumnModel, EntityModel } from '../schema/model';
import type { RecordValues } from './change-log';
import type { RecordDeclaration } from './journal-declaration';

/** Returns the columns of a record that journal entries contain, and the one that determines its kind. */
export function listJournaledColumns(model: EntityModel): ColumnModel[] {
  const { kind } = model.journal as RecordDeclaration;
  const properties = ['id', 'pId', 'version', ...(typeof kind === 'string' ? [] : [kind.property])];
  return properties.flatMap((property) => model.columns.get(property) ?? []);
}

/** Converts a raw row to values by property. */
export function toPropertyRow(
  row: Readonly<Record<string, SqlValue>>,
  columns: readonly ColumnModel[],
): RecordValues {
  return Object.fromEntries(
    columns.map(({ property, name, kind }) => {
      const raw = row[name] ?? null;
      return [property, raw === null ? null : (kind.fromDatabase?.(raw) ?? raw)];
    }),
  );
}
