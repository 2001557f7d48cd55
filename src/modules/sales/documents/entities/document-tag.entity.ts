import { hash } from 'node:crypto';
import { Entity, Index, JoinColumn, ManyToOne, type Relation, Unique } from 'typeorm';
import {
  BigInt53Column,
  BoolColumn,
  IdColumn,
  JsonColumn,
  LongTextColumn,
  PartOfRecord,
  PidColumn,
  RefColumn,
  SmallIntColumn,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';

/** What of a document carries a tag. */
export const tagPlaces = { document: 1, customer: 2, row: 3 } as const;

/** The value of a line's tag in one language. */
export interface DocumentTagText {
  readonly languageCode: string;
  readonly active: boolean;
  readonly value: string;
}

/**
 * A tag of a document, of its customer or of one of its lines, as it was when it was put there. The tag's id
 * is kept without a foreign key: when the tag goes, name and value stay.
 */
@Entity('document_tags')
@PartOfRecord('documentId')
@Unique(['documentId', 'place', 'rowId', 'tagId'])
@Index(['valueHash', 'tagPId', 'place', 'documentId'])
@Index(['valueHash', 'tagId', 'place', 'documentId'])
@Index(['valuePId', 'tagPId', 'place', 'documentId'])
@Index(['valuePId', 'tagId', 'place', 'documentId'])
export class DocumentTag {
  @IdColumn()
  id!: number;

  @RefColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.customTags)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  /** See `tagPlaces`. */
  @SmallIntColumn()
  place!: number;

  /** The line that carries it; 0 for the document and its customer, so that "each tag once" holds there too. */
  @BigInt53Column()
  rowId!: number;

  @BigInt53Column()
  tagId!: number;

  @PidColumn()
  tagPId!: string;

  /** The group of tags that a line's tag is shown in. */
  @BigInt53Column({ nullable: true })
  groupId!: number | null;

  @PidColumn({ nullable: true })
  groupPId!: string | null;

  /** In the document's language. */
  @VarcharColumn(255)
  name!: string;

  @BoolColumn()
  active!: boolean;

  /**
   * The text; of a selector that of the chosen value, in the document's language. Empty where a line's tag has a
   * chosen value, or a text for each language.
   */
  @LongTextColumn()
  value!: string;

  /** Of `value` (see `tagValueHash`): lists are filtered by it. */
  @VarcharColumn(43)
  valueHash!: string;

  /** The value that was chosen, of a selector. */
  @BigInt53Column({ nullable: true })
  valueId!: number | null;

  @PidColumn({ nullable: true })
  valuePId!: string | null;

  /** The values by language, of a line's tag that has them. */
  @JsonColumn({ nullable: true })
  texts!: DocumentTagText[] | null;
}

/** What stands for a value in an index, however long the value is. */
export function tagValueHash(value: string): string {
  return hash('sha256', value, 'base64url');
}
