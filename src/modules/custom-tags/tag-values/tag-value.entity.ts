import { Entity, Index, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import {
  IdColumn,
  Journaled,
  LockCountColumn,
  PartOfRecord,
  PidColumn,
  RefColumn,
  VarcharColumn,
  UpdatedAtColumn,
} from '../../../database';
import { Tag } from '../tags/tag.entity';

/** A value that can be chosen for a selector tag (specification, Tag value record). */
@Entity('tag_values')
@Journaled('tagValue', { area: 'customTags', fields: { tagId: 'tag' } })
@Unique(['tagId', 'pId'])
@Index(['tagId', 'updatedAt'])
export class TagValue {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;

  @UpdatedAtColumn()
  updatedAt?: Date | null;

  @RefColumn(() => Tag, { onDelete: 'CASCADE' })
  tagId!: number;

  @ManyToOne(() => Tag, (tag) => tag.values)
  tag!: Relation<Tag>;

  /** Unique within its tag. */
  @PidColumn()
  pId!: string;

  @OneToMany(() => TagValueText, (text) => text.tagValue)
  languages!: Relation<TagValueText>[];
}

/** The text of a value in one language. */
@Entity('tag_value_texts')
@PartOfRecord('tagValueId')
@Unique(['tagValueId', 'languageCode'])
export class TagValueText {
  @IdColumn()
  id!: number;

  @RefColumn(() => TagValue, { onDelete: 'CASCADE' })
  tagValueId!: number;

  @ManyToOne(() => TagValue, (value) => value.languages)
  tagValue!: Relation<TagValue>;

  @VarcharColumn(2)
  languageCode!: string;

  @VarcharColumn(255)
  value!: string;
}
