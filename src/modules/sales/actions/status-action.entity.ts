import { Entity, Index, Unique } from 'typeorm';
import { BigInt53, Bool, Id, Json, Pid, SmallInt, Varchar } from '../../../database';
import type { StatusKind } from '../states';
import type { ActionName, ActionParameters } from './action-types';

/** What happens when orders, RMAs or shipments come into a state. */
@Entity('status_actions')
@Unique(['pId'])
@Index(['document', 'status'])
export class StatusAction {
  /** `SETTINGORDERSTATUSACTIONID`; actions of one change run in the order of their ids. */
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  @Varchar(16)
  document!: StatusKind;

  @SmallInt()
  status!: number;

  /** null: whatever the sub-status. */
  @BigInt53({ nullable: true })
  subStatusId!: number | null;

  @Varchar(32)
  action!: ActionName;

  @Json()
  parameters!: ActionParameters;

  @Bool()
  active!: boolean;

  /** What the imported line said, as a hash: the same line again is no change. */
  @Varchar(64)
  fingerprint!: string;
}
