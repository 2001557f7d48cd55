import { Entity, Index, Unique } from 'typeorm';
import { Folded, Id, Pid, Ref, searchKind, Varchar } from '../../database';

export const zoneSearch = searchKind('zone', 14);

/** A geographical zone: a country, or a part of another zone. */
@Entity('zones')
@Unique(['pId'])
@Index(['parentId'])
@Index(['nameFolded'])
export class Zone {
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  @Varchar(255)
  name!: string;

  @Folded()
  nameFolded!: string;

  /** ISO 3166-1 alpha-2. */
  @Varchar(2)
  countryCode!: string;

  @Ref(() => Zone, { onDelete: 'RESTRICT', nullable: true })
  parentId!: number | null;
}
