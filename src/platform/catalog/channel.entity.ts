import { Entity, Index, Unique } from 'typeorm';
import {
  FoldedColumn,
  Journaled,
  defineSearchKind,
  VarcharColumn,
  ResourceEntity,
} from '../../database';

export const channelSearch = defineSearchKind('channel', 7);

/** A sales channel. */
@Entity('channels')
@Journaled('channel', { area: 'channels' })
@Unique(['pId'])
@Index(['nameFolded'])
@Index(['updatedAt'])
export class Channel extends ResourceEntity {
  @VarcharColumn(255)
  name!: string;

  @FoldedColumn()
  nameFolded!: string;
}
