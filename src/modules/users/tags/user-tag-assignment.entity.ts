import { Entity, Index, ManyToOne, OneToMany, type Relation, Unique } from 'typeorm';
import {
  BoolColumn,
  IdColumn,
  LongTextColumn,
  PartOfRecord,
  ForeignKeyColumn,
  Unjournaled,
  VarcharColumn,
} from '../../../database';
import { Tag, TagGroup, TagValue } from '../../custom-tags';
import { User } from '../users/user.entity';

/** A tag that a user carries, with its value: a text, a text per language, or one of the tag's values. */
@Entity('user_tags')
@PartOfRecord('userId')
@Unique(['userId', 'tagId'])
@Index(['chosenId'])
@Index(['groupId'])
@Index(['tagId'])
export class UserTagAssignment {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @ManyToOne(() => User, (user) => user.customTags)
  user!: Relation<User>;

  @ForeignKeyColumn(() => Tag, { onDelete: 'CASCADE' })
  tagId!: number;

  @ManyToOne(() => Tag)
  tag!: Relation<Tag>;

  @ForeignKeyColumn(() => TagGroup, { onDelete: 'SET NULL', nullable: true })
  groupId!: number | null;

  @ManyToOne(() => TagGroup)
  group!: Relation<TagGroup> | null;

  @BoolColumn()
  active!: boolean;

  /** The value for all languages; empty if the value has another form. */
  @LongTextColumn()
  value!: string;

  /** The chosen value of a selector. */
  @ForeignKeyColumn(() => TagValue, { onDelete: 'CASCADE', nullable: true })
  chosenId!: number | null;

  /** The value that a selector has; null for tags whose value is a text. */
  @ManyToOne(() => TagValue)
  chosen!: Relation<TagValue> | null;

  @OneToMany(() => UserTagAssignmentText, (text) => text.assignment)
  languages!: Relation<UserTagAssignmentText>[];
}

/** The value of an assigned tag in one language. */
@Entity('user_tag_texts')
@Unjournaled('texts are written together with their assignment')
@Unique(['assignmentId', 'languageCode'])
export class UserTagAssignmentText {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => UserTagAssignment, { onDelete: 'CASCADE' })
  assignmentId!: number;

  @ManyToOne(() => UserTagAssignment, (assignment) => assignment.languages)
  assignment!: Relation<UserTagAssignment>;

  @VarcharColumn(2)
  languageCode!: string;

  @BoolColumn()
  active!: boolean;

  @LongTextColumn()
  value!: string;
}
