import { Entity, Index, Unique } from 'typeorm';
import {
  IdColumn,
  Journaled,
  LockCountColumn,
  LongTextColumn,
  PidColumn,
  VarcharColumn,
  UpdatedAtColumn,
} from '../../../database';
import type { FilterItemWithPid } from '../../../platform/requests/filters';

/** A customization template (specification, Definition record). */
@Entity('definitions')
@Journaled('definition', { area: 'definitions', fields: { filterItems: 'definitionItems' } })
@Unique(['pId'])
@Index(['updatedAt'])
export class Definition {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;

  @UpdatedAtColumn()
  updatedAt?: Date | null;

  @PidColumn()
  pId!: string;

  @VarcharColumn(255)
  name!: string;

  /** A comment for administrators of the store. */
  @LongTextColumn()
  description!: string;

  /** The filters that limit who can use the template; attached by the service. */
  definitionItems?: readonly FilterItemWithPid[];
}
