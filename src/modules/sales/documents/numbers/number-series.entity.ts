import { Entity, Unique } from 'typeorm';
import { BigInt53Column, IdColumn, SmallIntColumn, Unjournaled } from '../../../../database';

/** The last number given to a document of a series, headquarter and calendar year. */
@Entity('number_series')
@Unjournaled('a counter; the numbers themselves are part of the documents')
@Unique(['type', 'headquarterId', 'year'])
export class NumberSeries {
  @IdColumn()
  id!: number;

  /** See `seriesTypes`. */
  @SmallIntColumn()
  type!: number;

  /** 0 for documents without a headquarter. */
  @BigInt53Column()
  headquarterId!: number;

  @SmallIntColumn()
  year!: number;

  @BigInt53Column()
  last!: number;
}
