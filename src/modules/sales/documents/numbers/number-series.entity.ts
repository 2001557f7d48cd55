import { Entity, Unique } from 'typeorm';
import {
  BigInt53Column,
  IdColumn,
  SmallIntColumn,
  UnjournaledDeclaration,
} from '../../../../database';

/** The last number given to a document of a type, headquarter and calendar year. */
@Entity('number_series')
@UnjournaledDeclaration('numbers are counted, and stand in the documents that have them')
@Unique(['type', 'headquarterId', 'year'])
export class NumberSeries {
  @IdColumn()
  id!: number;

  /** `DOCUMENTTYPE`. */
  @SmallIntColumn()
  type!: number;

  /** 0 for documents without one. */
  @BigInt53Column()
  headquarterId!: number;

  @SmallIntColumn()
  year!: number;

  @BigInt53Column()
  last!: number;
}
