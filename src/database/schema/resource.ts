import {
  IdColumn,
  LockByIncrementColumn,
  PidColumn,
  UpdatedAtColumn,
  VarcharColumn,
} from './columns';

/** The columns of resources with public identifiers; their entities extend it. */
export abstract class Resource {
  @IdColumn()
  id!: number;

  @LockByIncrementColumn()
  lockCount?: number | null;

  @UpdatedAtColumn()
  updatedAt?: Date | null;

  @PidColumn()
  pId!: string;
}

/** The columns of texts in one language; entities of such texts extend it. */
export abstract class LocalizedText {
  @IdColumn()
  id!: number;

  @VarcharColumn(2)
  languageCode!: string;
}
