import type { ColumnModel, EntityModel } from './entity-model';

/** The property that holds the time of the last change. */
export const UPDATED_AT_PROPERTY = 'updatedAt';

/** Returns the column with the time of a record's last change, if there is one (`UpdatedAtColumn`). */
export function findUpdatedAtColumn({ columns }: EntityModel): ColumnModel | undefined {
  return columns.get(UPDATED_AT_PROPERTY);
}
