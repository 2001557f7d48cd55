import { Entity, Index, Unique } from 'typeorm';
import { BigInt53, Id, Json, LongText, Pid, SmallInt, Varchar } from '../../../../database';
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
@Unique(['pId'])
@Index(['document', 'status'])
export class SubStatus {
  @Id()
  id!: number;

  @Pid()
  pId!: string;

  @Varchar(16)
  document!: StatusKind;

  /** The state of the specification at the top of its branch. */
  @SmallInt()
  status!: number;

  /** The sub-status right above it; null below the state itself. */
  @BigInt53({ nullable: true })
  parentId!: number | null;

  @Varchar(255)
  name!: string;

  @Varchar(255)
  publicName!: string;

  @LongText()
  description!: string;

  @Json()
  languages!: SubStatusText[];

  /** What the imported line said, as a hash: the same line again is no change. */
  @Varchar(64)
  fingerprint!: string;
}
