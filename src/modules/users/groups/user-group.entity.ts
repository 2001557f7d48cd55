import { Check, Index, Entity, Unique } from 'typeorm';
import {
  InstantColumn,
  Journaled,
  LongTextColumn,
  NullableFlagColumn,
  ResourceEntity,
  VarcharColumn,
} from '../../../database';

/** A group of users (specification, User group record). */
@Entity('user_groups')
@Journaled('userGroup', {
  area: 'users',
  fieldNames: { defaultMarker: 'defaultGroup', systemMarker: 'systemGroup' },
})
@Unique(['systemMarker'])
@Unique(['defaultMarker'])
@Unique(['pId'])
@Check('ck_user_groups_one_role', 'default_marker IS NULL OR system_marker IS NULL')
@Index(['updatedAt'])
export class UserGroup extends ResourceEntity {
  @VarcharColumn(255)
  name!: string;

  @LongTextColumn()
  description!: string;

  /** 1 for the one group that new users of the store belong to. */
  @NullableFlagColumn()
  defaultMarker!: number | null;

  /** 1 for the one group of administrators. */
  @NullableFlagColumn()
  systemMarker!: number | null;

  @InstantColumn()
  dateAdded!: Date;
}
