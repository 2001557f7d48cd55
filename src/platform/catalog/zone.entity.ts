import { Entity, Index, Unique } from 'typeorm';
import {
  FoldedColumn,
  Journaled,
  ForeignKeyColumn,
  defineSearchKind,
  VarcharColumn,
  ResourceEntity,
} from '../../database';

export const zoneSearch = defineSearchKind('zone', 14);

/** A geographical zone: a country, or a part of another zone. */
@Entity('zones')
@Journaled('zone', { area: 'util', fieldNames: { parentId: 'parent' } })
@Unique(['pId'])
@Index(['parentId'])
@Index(['nameFolded'])
@Index(['updatedAt'])
export class Zone extends ResourceEntity {
  @VarcharColumn(255)
  name!: string;

  @FoldedColumn()
  nameFolded!: string;

  /** ISO 3166-1 alpha-2. */
  @VarcharColumn(2)
  countryCode!: string;

  @ForeignKeyColumn(() => Zone, { onDelete: 'RESTRICT', nullable: true })
  parentId!: number | null;
}
