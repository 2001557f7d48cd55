import { Entity, Index, Unique } from 'typeorm';
import { Folded, Id, Pid, searchKind, Varchar } from '../../database';

export const channelSearch = searchKind('channel', 7);

/** A sales channel. */
@Entity('channels')
@Unique(['pId'])
@Index(['nameFolded'])
export class Channel {
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  @Varchar(255)
  name!: string;

  @Folded()
  nameFolded!: string;
}
