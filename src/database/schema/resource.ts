import { IdColumn, LockCountColumn, PidColumn, UpdatedAtColumn, VarcharColumn } from './columns';

/** The columns of resources with public identifiers; their entities extend it. */
export abstract class ResourceEntity {
  @IdColumn()
  id!: number;

  /** Incremented to lock the row; the number has no meaning. */
  @LockCountColumn()
  lockCount?: number | null;

  @UpdatedAtColumn()
  updatedAt?: Date | null;

  @PidColumn()
  pId!: string;
}

/** The columns of texts in one language; entities of such texts extend it. */
export abstract class LocalizedTextEntity {
  @IdColumn()
  id!: number;

  @VarcharColumn(2)
  languageCode!: string;
}
