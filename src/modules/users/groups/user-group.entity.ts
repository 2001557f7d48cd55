import { Entity } from 'typeorm';
import { Id, Instant, LongText, Marker, Pid, Varchar } from '../../../database';

/** A group of users (specification, User group record). */
@Entity('user_groups')
export class UserGroup {
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  @Varchar(255)
  name!: string;

  @LongText()
  description!: string;

  /** 1 for the one group that new users of the store belong to. */
  @Marker()
  defaultMarker!: number | null;

  /** 1 for the one group of administrators. */
  @Marker()
  systemMarker!: number | null;

  @Instant()
  dateAdded!: Date;
}
