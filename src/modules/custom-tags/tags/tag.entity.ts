import { Entity, Index, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import {
  BoolColumn,
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
import { TagGroupLink } from '../tag-group-links/tag-group-link.entity';
import { TagValue } from '../tag-values/tag-value.entity';
import type { ControlType } from './control-types';

export const tagSearchKind = defineSearchKind('tag', 2);

/** An attribute that the store defines for its products, users or orders (specification, Tag record). */
@Entity('tags')
@Journaled('tag', { area: 'customTags' })
@Unique(['pId'])
@Index(['priority'])
@Index(['position'])
@Index(['itemType'])
@Index(['controlType'])
@Index(['updatedAt'])
export class Tag extends ResourceEntity {
  @BoolColumn()
  active!: boolean;

  @BoolColumn()
  comparable!: boolean;

  @SmallIntColumn()
  controlType!: ControlType;

  @LongTextColumn()
  defaultValue!: string;

  /** Whether the store shows the tag as a filter. */
  @BoolColumn()
  filterable!: boolean;

  @BoolColumn({ default: false })
  highlight!: boolean;

  /** Whether orders export the tag. */
  @BoolColumn()
  inOrders!: boolean;

  /** Item type code of the records that the tag is for. */
  @SmallIntColumn()
  itemType!: number;

  @VarcharColumn(255)
  maxValue!: string;

  @VarcharColumn(255)
  minValue!: string;

  @VarcharColumn(255)
  nameOnFeed!: string;

  @IntColumn({ default: 0 })
  pluginId!: number;

  @IntColumn()
  position!: number;

  /** Lower is more important; may be negative. */
  @IntColumn()
  priority!: number;

  @BoolColumn()
  required!: boolean;

  @BoolColumn()
  searchable!: boolean;

  @BoolColumn({ default: false })
  showInSearch!: boolean;

  /** Whether all languages share one value. */
  @BoolColumn()
  valueForAllLanguages!: boolean;

  @OneToMany(() => TagGroupLink, (link) => link.tag)
  groups!: Relation<TagGroupLink>[];

  @OneToMany(() => TagText, (text) => text.tag)
  languages!: Relation<TagText>[];

  @OneToMany(() => TagValue, (value) => value.tag)
  values!: Relation<TagValue>[];
}

/** The name and the default value of a tag in one language. */
@Entity('tag_texts')
@PartOfRecord('tagId')
@Unique(['tagId', 'languageCode'])
export class TagText extends LocalizedTextEntity {
  @ForeignKeyColumn(() => Tag, { onDelete: 'CASCADE' })
  tagId!: number;

  @ManyToOne(() => Tag, (tag) => tag.languages)
  tag!: Relation<Tag>;

  @VarcharColumn(255)
  name!: string;

  @LongTextColumn()
  defaultValue!: string;
}
