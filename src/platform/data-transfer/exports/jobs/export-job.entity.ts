import { Entity, Index, Unique } from 'typeorm';
import {
  BigInt53Column,
  BoolColumn,
  IdColumn,
  InstantColumn,
  JsonColumn,
  UpdatedAtColumn,
  UnjournaledDeclaration,
  VarcharColumn,
} from '../../../../database';

export const exportStates = ['running', 'done', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/** An export that was asked for; its lines are one of the service's own files. */
@Entity('exports')
@UnjournaledDeclaration(
  'how far it has come is no change; that it is asked for or removed is noted',
)
@Unique(['name'])
@Index(['expiresAt'])
@Index(['updatedAt'])
export class ExportJob {
  @IdColumn()
  id!: number;

  /** Of its file; nobody can guess it. */
  @VarcharColumn(64)
  name!: string;

  @VarcharColumn(16)
  state!: ExportState;

  /** Empty: all. */
  @JsonColumn()
  types!: string[];

  /** A position of the journal; null: everything. */
  @BigInt53Column({ nullable: true })
  since!: number | null;

  /** Whose; null: everything. Kept without a foreign key, as in documents. */
  @BigInt53Column({ nullable: true })
  userId!: number | null;

  @BoolColumn()
  gzip!: boolean;

  @BigInt53Column()
  exportLines!: number;

  @BigInt53Column()
  bytes!: number;

  /** In hex; empty until the export is done. */
  @VarcharColumn(64)
  sha256!: string;

  /** In the journal; 0 until the export is done. */
  @BigInt53Column()
  position!: number;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  expiresAt!: Date;

  /** While the export runs its process moves this on; once it has passed, the process has died. */
  @InstantColumn()
  heldUntil!: Date;

  /** While the export runs, its last sign of life. */
  @UpdatedAtColumn()
  updatedAt?: Date | null;
}
