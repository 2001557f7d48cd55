import { reading } from '../../core/load-plan';
import type { Entity, Loader } from '../../database';

/** Whose time of the last change lines carry, as `updatedAt`. */
export interface Dated {
  /** The records, which keep that time (`UpdatedAtColumn`). */
  readonly entity: Entity<DatedRecord>;
  /** Where lines are about parts of them: these, and the property that holds the record's id. */
  readonly part?: { readonly entity: Entity<{ id: number }>; readonly owner: string };
}

export interface DatedRecord {
  readonly id: number;
  readonly updatedAt?: Date | null;
}

const timePlan = reading<DatedRecord>(['updatedAt']);

/** The records that lines are about, as often as there are lines. @param ids of what the lines are about */
export async function datedRecords(
  loader: Loader,
  { entity, part }: Dated,
  ids: readonly number[],
): Promise<DatedRecord[]> {
  return loader.byIds(entity, part ? await ownersOf(loader, part, ids) : ids, timePlan);
}

async function ownersOf(
  loader: Loader,
  { entity, owner }: Required<Dated>['part'],
  ids: readonly number[],
): Promise<number[]> {
  const parts = await loader.byIds(entity, ids, reading<object>([owner as never]));
  return parts.map(
    (part) => (part as unknown as Readonly<Record<string, number>>)[owner] as number,
  );
}
