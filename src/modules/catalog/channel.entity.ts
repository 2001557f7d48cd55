import { Entity } from 'typeorm';
import { Folded, Id, Pid, searchKind, Varchar } from '../../database';

export const channelSearch = searchKind('channel', 7);

/** A sales channel. */
@Entity('channels')
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
