import { Entity, Index, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import {
  BoolColumn,
  FoldedColumn,
  IntColumn,
  Journaled,
  LongTextColumn,
  PartOfRecord,
  ForeignKeyColumn,
  defineSearchKind,
  SmallIntColumn,
  VarcharColumn,
  ResourceEntity,
  LocalizedTextEntity,
} from '../../../database';

export const tagGroupSearchKind = defineSearchKind('tagGroup', 1);

/** A group of tags (specification, Tag group record). */
@Entity('tag_groups')
@Journaled('tagGroup', { area: 'customTags' })
@Unique(['pId'])
@Index(['priority'])
@Index(['position'])
@Index(['itemType'])
@Index(['nameFolded'])
@Index(['updatedAt'])
export class TagGroup extends ResourceEntity {
  /** Item type code of the tags in the group. */
  @SmallIntColumn()
  itemType!: number;

  @VarcharColumn(255)
  name!: string;

  @FoldedColumn()
  nameFolded!: string;

  @BoolColumn()
  comparable!: boolean;

  @IntColumn()
  position!: number;

  /** Lower is more important; may be negative. */
  @IntColumn()
  priority!: number;

  @OneToMany(() => TagGroupText, (text) => text.group)
  languages!: Relation<TagGroupText>[];
}

/** The name and description of a tag group in one language. */
@Entity('tag_group_texts')
@PartOfRecord('groupId')
@Unique(['groupId', 'languageCode'])
export class TagGroupText extends LocalizedTextEntity {
  @ForeignKeyColumn(() => TagGroup, { onDelete: 'CASCADE' })
  groupId!: number;

  @ManyToOne(() => TagGroup, (group) => group.languages)
  group!: Relation<TagGroup>;

  @VarcharColumn(255)
  name!: string;

  @LongTextColumn()
  description!: string;
}
