import type { SqlValue } from '../schema/column-kinds';
import type { ColumnModel, EntityModel } from '../schema/entity-model';
import type { RecordValues } from './change-log';
import type { PartDeclaration, RecordDeclaration } from './journal-declaration';

/** Returns the columns of a record that journal entries contain, and the one that determines its kind. */
export function listJournaledColumns(model: EntityModel): ColumnModel[] {
  const { kind } = model.journal as RecordDeclaration;
  const properties = ['id', 'pId', 'version', ...(typeof kind === 'string' ? [] : [kind.property])];
  return properties.flatMap((property) => model.columns.get(property) ?? []);
}

/** Converts a raw row to values by property. */
export function toRecordValues(
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

/** Returns the property whose change counts as a change of the record; undefined if all do. */
export function findMarkerProperty({ journal }: EntityModel): string | undefined {
  return journal?.type === 'record' ? journal.changeMarkerProperty : undefined;
}

/** Returns the columns by which the owner of a part is found. */
export function getOwnerColumns(
  model: EntityModel,
  { ownerProperty, discriminator }: PartDeclaration,
): ColumnModel[] {
  return [ownerProperty, ...(discriminator ? [discriminator.property] : [])].map((property) =>
    model.getColumn(property),
  );
}
