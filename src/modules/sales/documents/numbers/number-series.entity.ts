import { Entity, Unique } from 'typeorm';
import { BigInt53, Id, SmallInt } from '../../../../database';

/** The last number given to a document of a type, headquarter and calendar year. */
@Entity('number_series')
@Unique(['type', 'headquarterId', 'year'])
export class NumberSeries {
  @Id()
  id!: number;

  /** `DOCUMENTTYPE`. */
  @SmallInt()
  type!: number;

  /** 0 for documents without one. */
  @BigInt53()
  headquarterId!: number;

  @SmallInt()
  year!: number;

  @BigInt53()
  last!: number;
}
