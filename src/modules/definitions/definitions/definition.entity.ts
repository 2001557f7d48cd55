import { Entity, Index, Unique } from 'typeorm';
import { Journaled, LongTextColumn, VarcharColumn, ResourceEntity } from '../../../database';
import type { FilterItemWithPid } from '../../../platform/requests/filters';

/** A customization template (specification, Definition record). */
@Entity('definitions')
@Journaled('definition', { area: 'definitions', fieldNames: { filterItems: 'definitionItems' } })
@Unique(['pId'])
@Index(['updatedAt'])
export class Definition extends ResourceEntity {
  @VarcharColumn(255)
  name!: string;

  /** A comment for administrators of the store. */
  @LongTextColumn()
  description!: string;

  /** The filters that limit who can use the template; attached by the service. */
  definitionItems?: readonly FilterItemWithPid[];
}
