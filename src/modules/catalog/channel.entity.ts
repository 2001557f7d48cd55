import { Entity } from 'typeorm';
import { Folded, Id, Pid, Varchar } from '../../database';

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
