import { Entity, Index, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import {
  Journaled,
  PartOfRecord,
  ForeignKeyColumn,
  VarcharColumn,
  ResourceEntity,
  LocalizedTextEntity,
} from '../../../database';
import { Tag } from '../tags/tag.entity';

/** A value that can be chosen for a selector tag (specification, Tag value record). Its pId is unique within the tag. */
@Entity('tag_values')
@Journaled('tagValue', { area: 'customTags', fieldNames: { tagId: 'tag' } })
@Unique(['tagId', 'pId'])
@Index(['tagId', 'updatedAt'])
export class TagValue extends ResourceEntity {
  @ForeignKeyColumn(() => Tag, { onDelete: 'CASCADE' })
  tagId!: number;

  @ManyToOne(() => Tag, (tag) => tag.values)
  tag!: Relation<Tag>;

  @OneToMany(() => TagValueText, (text) => text.tagValue)
  languages!: Relation<TagValueText>[];
}

/** The text of a value in one language. */
@Entity('tag_value_texts')
@PartOfRecord('tagValueId')
@Unique(['tagValueId', 'languageCode'])
export class TagValueText extends LocalizedTextEntity {
  @ForeignKeyColumn(() => TagValue, { onDelete: 'CASCADE' })
  tagValueId!: number;

  @ManyToOne(() => TagValue, (value) => value.languages)
  tagValue!: Relation<TagValue>;

  @VarcharColumn(255)
  value!: string;
}
