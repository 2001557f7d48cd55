import { Check, Entity, Unique } from 'typeorm';
import { Id, Instant, LongText, Marker, Pid, Varchar } from '../../../database';

/** A group of users (specification, User group record). */
@Entity('user_groups')
@Unique(['systemMarker'])
@Unique(['defaultMarker'])
@Unique(['pId'])
@Check('ck_user_groups_one_role', 'default_marker IS NULL OR system_marker IS NULL')
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
