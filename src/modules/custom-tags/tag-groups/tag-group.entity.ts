import { Entity, Index, JoinColumn, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import {
  Bool,
  Folded,
  Id,
  Int,
  LongText,
  Pid,
  Ref,
  searchKind,
  SmallInt,
  Varchar,
} from '../../../database';

export const tagGroupSearch = searchKind('tagGroup', 1);

/** A group of tags (specification, Tag group record). */
@Entity('tag_groups')
@Unique(['pId'])
@Index(['priority'])
@Index(['position'])
@Index(['itemType'])
@Index(['nameFolded'])
export class TagGroup {
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  /** What the group's tags are for: an item-type code. */
  @SmallInt()
  itemType!: number;

  @Varchar(255)
  name!: string;

  @Folded()
  nameFolded!: string;

  @Bool()
  comparable!: boolean;

  @Int()
  position!: number;

  /** Lower is more important; may be negative. */
  @Int()
  priority!: number;

  @OneToMany(() => TagGroupText, (text) => text.group)
  languages!: Relation<TagGroupText>[];
}

/** What a tag group is called in one language. */
@Entity('tag_group_texts')
@Unique(['groupId', 'languageCode'])
export class TagGroupText {
  @Id()
  id!: number;

  @Ref(() => TagGroup, { onDelete: 'CASCADE' })
  groupId!: number;

  @ManyToOne(() => TagGroup, (group) => group.languages)
  @JoinColumn({ name: 'group_id' })
  group!: Relation<TagGroup>;

  @Varchar(2)
  languageCode!: string;

  @Varchar(255)
  name!: string;

  @LongText()
  description!: string;
}
