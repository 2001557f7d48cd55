import { Entity, Index, Unique } from 'typeorm';
import {
  BigInt53Column,
  BoolColumn,
  IdColumn,
  Journaled,
  JsonColumn,
  PidColumn,
  SmallIntColumn,
  UpdatedAtColumn,
  VarcharColumn,
} from '../../../database';
import type { StatefulRecordKind } from '../states';
import type { ActionName, ActionParameters } from './action-types';

/** An action that runs when orders, RMAs or shipments enter a state. */
@Entity('status_actions')
@Journaled('statusAction', { area: 'sales', fieldNames: { subStatusId: 'subStatus' } })
@Unique(['pId'])
@Index(['document', 'status'])
@Index(['updatedAt'])
export class StatusAction {
  /** `SETTINGORDERSTATUSACTIONID`; actions of one change run in the order of their ids. */
  @IdColumn()
  id!: number;

  @PidColumn()
  pId!: string;

  /**
   * The kind of record whose state changes start the action: an order, an RMA or a shipment. The name is the import
   * record's.
   */
  @VarcharColumn(16)
  document!: StatefulRecordKind;

  /** The action starts when a record enters this state. */
  @SmallIntColumn()
  status!: number;

  /** null: any sub-status. */
  @BigInt53Column({ nullable: true })
  subStatusId!: number | null;

  @VarcharColumn(32)
  action!: ActionName;

  @JsonColumn()
  parameters!: ActionParameters;

  @BoolColumn()
  active!: boolean;

  /** Hash of the imported record: importing it again changes nothing. */
  @VarcharColumn(64)
  fingerprint!: string;

  @UpdatedAtColumn()
  updatedAt?: Date | null;
}
