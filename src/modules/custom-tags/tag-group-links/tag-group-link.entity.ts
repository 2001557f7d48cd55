import { Entity, Index, ManyToOne, type Relation, Unique } from 'typeorm';
import { IdColumn, IntColumn, PartOfRecord, ForeignKeyColumn } from '../../../database';
import { TagGroup } from '../tag-groups/tag-group.entity';
import { Tag } from '../tags/tag.entity';

/** The membership of a tag in a group. */
@Entity('tag_group_links')
@PartOfRecord('tagId')
@Unique(['tagId', 'groupId'])
@Index(['groupId'])
export class TagGroupLink {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => Tag, { onDelete: 'CASCADE' })
  tagId!: number;

  @ManyToOne(() => Tag, (tag) => tag.groups)
  tag!: Relation<Tag>;

  @ForeignKeyColumn(() => TagGroup, { onDelete: 'CASCADE' })
  groupId!: number;

  @ManyToOne(() => TagGroup)
  group!: Relation<TagGroup>;

  /** Lower is more important; may be negative. */
  @IntColumn()
  priority!: number;
}
