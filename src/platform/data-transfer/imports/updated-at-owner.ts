import { type DtoClass, Instant } from '../../../api';
import { createLoadPlanForType } from '../../../core/load-plan';
import type { EntityClass, Loader } from '../../../database';

/** The records whose time of the last change is in the lines, as `updatedAt`. */
export interface UpdatedAtOwner {
  /** The entity with that time (`UpdatedAtColumn`). */
  readonly entity: EntityClass<TimestampedRecord>;
  /** For lines about parts of the records: the parts' entity, and the property that holds the record's id. */
  readonly part?: { readonly entity: EntityClass<{ id: number }>; readonly ownerProperty: string };
}

export interface TimestampedRecord {
  readonly id: number;
  readonly updatedAt?: Date | null;
}

const updatedAtPlan = createLoadPlanForType<TimestampedRecord>(['updatedAt']);

/** Loads the timestamped records. @param ids ids of the exported records or parts @returns the records by these ids */
export async function loadTimestampedRecords(
  loader: Loader,
  { entity, part }: UpdatedAtOwner,
  ids: readonly number[],
): Promise<ReadonlyMap<number, TimestampedRecord>> {
  const owners = part ? await findOwnerIds(loader, part, ids) : new Map(ids.map((id) => [id, id]));
  const records = await loader.listByIds(entity, [...owners.values()], updatedAtPlan);
  const byId = new Map(records.map((record) => [record.id, record]));
  return new Map(
    [...owners].flatMap(([id, owner]) => {
      const record = byId.get(owner);
      return record ? [[id, record]] : [];
    }),
  );
}

/** A part of a record with its owner's id. */
type PartRow = Readonly<Record<string, number>> & { readonly id: number };

async function findOwnerIds(
  loader: Loader,
  { entity, ownerProperty }: Required<UpdatedAtOwner>['part'],
  ids: readonly number[],
): Promise<Map<number, number>> {
  const parts = await loader.listByIds(
    entity,
    ids,
    createLoadPlanForType<unknown, PartRow>([ownerProperty as never]),
  );
  return new Map(parts.map((part) => [part.id, part[ownerProperty] as number]));
}

interface WithUpdatedAt {
  readonly updatedAt?: Date | null;
}

const dtoCache = new WeakMap<DtoClass, DtoClass>();

/** Returns the DTO with an `updatedAt` field; one class for each DTO. */
export function withUpdatedAtField<T extends object>(
  dto: DtoClass<T>,
): DtoClass<T & WithUpdatedAt> {
  const known = dtoCache.get(dto);
  if (known) return known as DtoClass<T & WithUpdatedAt>;
  const { name } = dto;
  const extended = { [name]: class extends (dto as DtoClass) {} }[name] as DtoClass<
    T & WithUpdatedAt
  >;
  const description = 'Time of the last change; if absent, the import sets it';
  (Instant({ optional: true, description }) as PropertyDecorator)(
    extended.prototype as object,
    'updatedAt',
  );
  dtoCache.set(dto, extended);
  return extended;
}
