import { Entity, Index, JoinColumn, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import {
  Bool,
  Id,
  Int,
  LongText,
  Pid,
  Ref,
  searchKind,
  SmallInt,
  Varchar,
} from '../../../database';
import { TagGroupLink } from '../tag-group-links/tag-group-link.entity';
import { TagValue } from '../tag-values/tag-value.entity';
import type { ControlType } from './control-types';

export const tagSearch = searchKind('tag', 2);

/** An attribute that the store defines for its products, users, orders ... (specification, Tag record). */
@Entity('tags')
@Unique(['pId'])
@Index(['priority'])
@Index(['position'])
@Index(['itemType'])
@Index(['controlType'])
export class Tag {
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  @Bool()
  active!: boolean;

  @Bool()
  comparable!: boolean;

  @SmallInt()
  controlType!: ControlType;

  @LongText()
  defaultValue!: string;

  /** Shown in the store's filter. */
  @Bool()
  filterable!: boolean;

  @Bool({ default: false })
  highlight!: boolean;

  /** Exported in the order. */
  @Bool()
  inOrders!: boolean;

  /** What the tag is for: an item-type code. */
  @SmallInt()
  itemType!: number;

  @Varchar(255)
  maxValue!: string;

  @Varchar(255)
  minValue!: string;

  @Varchar(255)
  nameOnFeed!: string;

  @Int({ default: 0 })
  pluginId!: number;

  @Int()
  position!: number;

  /** Lower is more important; may be negative. */
  @Int()
  priority!: number;

  @Bool()
  required!: boolean;

  @Bool()
  searchable!: boolean;

  @Bool({ default: false })
  showInSearch!: boolean;

  /** Whether all languages share one value. */
  @Bool()
  valueForAllLanguages!: boolean;

  @OneToMany(() => TagGroupLink, (link) => link.tag)
  groups!: Relation<TagGroupLink>[];

  @OneToMany(() => TagText, (text) => text.tag)
  languages!: Relation<TagText>[];

  @OneToMany(() => TagValue, (value) => value.tag)
  values!: Relation<TagValue>[];
}

/** What a tag is called in one language, and its default value there. */
@Entity('tag_texts')
@Unique(['tagId', 'languageCode'])
export class TagText {
  @Id()
  id!: number;

  @Ref(() => Tag, { onDelete: 'CASCADE' })
  tagId!: number;

  @ManyToOne(() => Tag, (tag) => tag.languages)
  @JoinColumn({ name: 'tag_id' })
  tag!: Relation<Tag>;

  @Varchar(2)
  languageCode!: string;

  @Varchar(255)
  name!: string;

  @LongText()
  defaultValue!: string;
}
