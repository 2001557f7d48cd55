import type { ColumnModel, EntityModel } from './model';

/** The property that the time of the last change is kept on. */
export const UPDATED_AT_PROPERTY = 'updatedAt';

/** Where the time of a record's last change is kept, if it is (`UpdatedAtColumn`). */
export function findUpdatedAtColumn({ columns }: EntityModel): ColumnModel | undefined {
  return columns.get(UPDATED_AT_PROPERTY);
}
