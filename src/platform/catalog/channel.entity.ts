import { Entity, Index, Unique } from 'typeorm';
import {
  FoldedColumn,
  IdColumn,
  Journaled,
  LockCountColumn,
  PidColumn,
  defineSearchKind,
  VarcharColumn,
  UpdatedAtColumn,
} from '../../database';

export const channelSearch = defineSearchKind('channel', 7);

/** A sales channel. */
@Entity('channels')
@Journaled('channel', { area: 'channels' })
@Unique(['pId'])
@Index(['nameFolded'])
@Index(['updatedAt'])
export class Channel {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;

  @UpdatedAtColumn()
  updatedAt?: Date | null;

  @PidColumn()
  pId!: string;

  @VarcharColumn(255)
  name!: string;

  @FoldedColumn()
  nameFolded!: string;
}
