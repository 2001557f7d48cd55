import type { SqlValue } from '../schema/column-kinds';
import type { ColumnModel, EntityModel } from '../schema/model';
import type { JournalRow } from './change-log';
import type { RecordDeclaration } from './journal-declaration';

/** What entries show of a record, and what tells its kind. */
export function listEntryColumns(model: EntityModel): ColumnModel[] {
  const { kind } = model.journal as RecordDeclaration;
  const wanted = ['id', 'pId', 'version', ...(typeof kind === 'string' ? [] : [kind.property])];
  return wanted.flatMap((property) => model.columns.get(property) ?? []);
}

/** A raw row by properties. */
export function toPropertyRow(
  row: Readonly<Record<string, SqlValue>>,
  columns: readonly ColumnModel[],
): JournalRow {
  return Object.fromEntries(
    columns.map(({ property, name, kind }) => {
      const raw = row[name] ?? null;
      return [property, raw === null ? null : (kind.read?.(raw) ?? raw)];
    }),
  );
}
