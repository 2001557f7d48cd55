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
import type { StatefulRecordKind } from '../stateful-record-kinds';

/** Texts of a sub-status in one language. */
export interface SubStatusText {
  readonly languageCode: string;
  readonly name: string;
  readonly publicName: string;
  readonly description: string;
}

/** A store-defined subdivision of a state (specification, Status tree record). */
@Entity('sub_statuses')
@Journaled('subStatus', { area: 'sales', fieldNames: { parentId: 'parent' } })
@Unique(['pId'])
@Index(['document', 'status'])
export class SubStatus {
  @IdColumn()
  id!: number;

  @PidColumn()
  pId!: string;

  /** Kind of record whose states it subdivides; `document` is the specification's word. */
  @VarcharColumn(16)
  document!: StatefulRecordKind;

  /** The state of the specification at the top of its branch. */
  @SmallIntColumn()
  status!: number;

  /** The parent sub-status; null directly below the state. */
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

  /** Hash of the imported record: importing it again changes nothing. */
  @VarcharColumn(64)
  fingerprint!: string;
}
