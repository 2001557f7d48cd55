import { Entity, Index, Unique } from 'typeorm';
import {
  BigInt53Column,
  BoolColumn,
  IdColumn,
  InstantColumn,
  JsonColumn,
  UpdatedAtColumn,
  Unjournaled,
  VarcharColumn,
} from '../../../../database';

export const exportStates = ['running', 'done', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/** A requested export; its content is a file in the service's own folder. */
@Entity('exports')
@Unjournaled("progress isn't a change; creation and removal are recorded as events")
@Unique(['name'])
@Index(['expiresAt'])
@Index(['updatedAt'])
export class ExportJob {
  @IdColumn()
  id!: number;

  /** Unguessable name of its file. */
  @VarcharColumn(64)
  name!: string;

  @VarcharColumn(16)
  state!: ExportState;

  /** Empty: all types. */
  @JsonColumn()
  types!: string[];

  /** Position of the journal to start from; null: everything. */
  @BigInt53Column({ nullable: true })
  since!: number | null;

  /** User whose records are exported; null: everything. There is no foreign key, as in documents. */
  @BigInt53Column({ nullable: true })
  userId!: number | null;

  @BoolColumn()
  gzip!: boolean;

  /** Number of lines written so far; `LINES` in responses. */
  @BigInt53Column()
  exportLines!: number;

  @BigInt53Column()
  bytes!: number;

  /** SHA-256 of the content, in hex; empty until the export is done. */
  @VarcharColumn(64)
  sha256!: string;

  /** Position of the journal; 0 until the export is done. */
  @BigInt53Column()
  position!: number;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  expiresAt!: Date;

  /** The running process extends this lease; once it has expired, the process has died. */
  @InstantColumn()
  heldUntil!: Date;

  /** Time of the last heartbeat while the export runs. */
  @UpdatedAtColumn()
  updatedAt?: Date | null;
}
