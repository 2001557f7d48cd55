import { Entity, Index, Unique } from 'typeorm';
import {
  BigInt53Column,
  IdColumn,
  Journaled,
  JsonColumn,
  LongTextColumn,
  PidColumn,
  SmallIntColumn,
  VarcharColumn,
} from '../../../../database';
import type { StatusKind } from '../states';

/** What a sub-status is called in one language. */
export interface SubStatusText {
  readonly languageCode: string;
  readonly name: string;
  readonly publicName: string;
  readonly description: string;
}

/** A state that the store has put below one of the specification's (specification, Status tree record). */
@Entity('sub_statuses')
@Journaled('subStatus', { area: 'sales' })
@Unique(['pId'])
@Index(['document', 'status'])
export class SubStatus {
  @IdColumn()
  id!: number;

  @PidColumn()
  pId!: string;

  @VarcharColumn(16)
  document!: StatusKind;

  /** The state of the specification at the top of its branch. */
  @SmallIntColumn()
  status!: number;

  /** The sub-status right above it; null below the state itself. */
  @BigInt53Column({ nullable: true })
  parentId!: number | null;

  @VarcharColumn(255)
  name!: string;

  @VarcharColumn(255)
  publicName!: string;

  @LongTextColumn()
  description!: string;

  @JsonColumn()
  languages!: SubStatusText[];

  /** What the imported line said, as a hash: the same line again is no change. */
  @VarcharColumn(64)
  fingerprint!: string;
}
