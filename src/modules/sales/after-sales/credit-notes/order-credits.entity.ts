import { Entity, Unique } from 'typeorm';
import {
  IdColumn,
  IntColumn,
  JsonColumn,
  ForeignKeyColumn,
  Unjournaled,
} from '../../../../database';
import { SalesDocument } from '../../documents/entities/document.entity';

/**
 * How much of an order its credit notes have given back. There is one record for each order, which every note of the
 * order writes. If two notes write at once, one waits; on another node of a cluster, it has to run again.
 */
@Entity('document_credits')
@Unjournaled('what is left to be credited follows from the credit notes')
@Unique(['documentId'])
export class OrderCredits {
  @IdColumn()
  id!: number;

  /** Id of the order. */
  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  /** Goes up by one with every credit note. */
  @IntColumn()
  version!: number;

  /** Thousandths given back, by the ids of the order's lines. Lines without an entry were not given back yet. */
  @JsonColumn()
  quantities!: Readonly<Record<string, number>>;
}
