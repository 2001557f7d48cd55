import { hash } from 'node:crypto';
import { Entity, Index, ManyToOne, type Relation, Unique } from 'typeorm';
import {
  BigInt53Column,
  BoolColumn,
  IdColumn,
  JsonColumn,
  LongTextColumn,
  PartOfRecord,
  PidColumn,
  ForeignKeyColumn,
  SmallIntColumn,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';

/** Owners of a tag within a document. */
export const tagOwnerTypes = { document: 1, customer: 2, row: 3 } as const;

/** The value of a row's tag in one language. */
export interface DocumentTagText {
  readonly languageCode: string;
  readonly active: boolean;
  readonly value: string;
}

/**
 * A snapshot of a tag of a document, of its customer or of one of its rows. The tag's id has no foreign key:
 * when the tag is deleted, name and value stay.
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

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.customTags)
  document!: Relation<SalesDocument>;

  /** Owner of the tag: the document, its customer or one of its rows (`tagOwnerTypes`). */
  @SmallIntColumn()
  place!: number;

  /** The row with the tag; 0 for the document and its customer, because unique keys ignore nulls. */
  @BigInt53Column()
  rowId!: number;

  @BigInt53Column()
  tagId!: number;

  @PidColumn()
  tagPId!: string;

  /** The tag group of a row's tag. */
  @BigInt53Column({ nullable: true })
  groupId!: number | null;

  @PidColumn({ nullable: true })
  groupPId!: string | null;

  /** Name in the document's language. */
  @VarcharColumn(255)
  name!: string;

  @BoolColumn()
  active!: boolean;

  /**
   * The text; for a selector the text of the selected value, in the document's language. Empty when a row's tag
   * has a selected value or a text for each language.
   */
  @LongTextColumn()
  value!: string;

  /** Hash of `value` (see `hashTagValue`), for filters of lists. */
  @VarcharColumn(43)
  valueHash!: string;

  /** The selected value of a selector. */
  @BigInt53Column({ nullable: true })
  valueId!: number | null;

  @PidColumn({ nullable: true })
  valuePId!: string | null;

  /** The values by language of a row's tag. */
  @JsonColumn({ nullable: true })
  texts!: DocumentTagText[] | null;
}

/** Hash of a tag's value with a fixed length, for the index. */
export function hashTagValue(value: string): string {
  return hash('sha256', value, 'base64url');
}
