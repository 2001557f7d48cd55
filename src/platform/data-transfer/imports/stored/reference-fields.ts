import { type DtoClass, Nested } from '../../../../api';
import { InvalidRequest, ReferenceMismatch, ReferenceNotFound } from '../../../../core/errors';
import type { RecordReference } from '../../../../database';
import { type FieldMapping, PidDto } from './stored-fields';
import type { IdLookup, NaturalKeyResolver } from './natural-key-resolver';

/** How records that have no pId, or a pId that isn't unique, are referred to: by several members together. */
export interface CompositeReference<T extends object> {
  readonly dto: DtoClass<T>;
  readonly resolver: NaturalKeyResolver;
  readonly toDto: (key: string) => T;
  readonly toKey: (value: T) => string;
}

/** Creates a field for a composite reference. @param options.emptyValue column value without a record */
export function compositeReferenceField<T extends object>(
  name: string,
  property: string,
  { dto, resolver, toDto, toKey }: CompositeReference<T>,
  { optional = false, emptyValue = null }: { optional?: boolean; emptyValue?: null | 0 } = {},
): FieldMapping {
  return {
    name,
    decorator: Nested(() => dto, { optional }),
    columns: [property],
    serialize: (row, { naturalKeys }) => {
      const key = naturalKeys.findNaturalKey(resolver, row[property] as number | null);
      return key === undefined ? undefined : toDto(key);
    },
    parse: (value, { ids, pointer }) => {
      if (!value) return { [property]: emptyValue };
      const key = toKey(value as T);
      return {
        [property]: optional
          ? (ids.get(resolver, key) ?? emptyValue)
          : requireIdByNaturalKey(ids, resolver, key, `${pointer}/${name}`),
      };
    },
  };
}

/** Creates a field for a reference to another record whose id a column holds. */
export function storedReferenceField(
  name: string,
  property: string,
  resolver: NaturalKeyResolver,
  { optional = false }: { readonly optional?: boolean } = {},
): FieldMapping {
  return {
    name,
    decorator: Nested(() => PidDto, { optional }),
    columns: [property],
    serialize: (row, { naturalKeys }) => {
      const pId = naturalKeys.findNaturalKey(resolver, row[property] as number | null);
      return pId === undefined ? undefined : { pId };
    },
    parse: (value, { ids, pointer }) => {
      if (!value) return { [property]: null };
      return { [property]: requireReferencedId(ids, resolver, value, `${pointer}/${name}`) };
    },
  };
}

/** Returns the id of a referenced record. @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch once resolved */
function requireReferencedId(
  ids: IdLookup,
  resolver: NaturalKeyResolver,
  { id = 0, pId = '' }: RecordReference,
  pointer: string,
): number {
  if (id === 0) {
    if (pId !== '') return requireIdByNaturalKey(ids, resolver, pId, pointer);
    const detail = 'The reference has neither an id nor a pId.';
    throw new InvalidRequest([{ pointer, code: 'reference.empty', detail }]);
  }
  const exists = ids.has(resolver, id);
  const isMismatch = pId !== '' && ids.get(resolver, pId) !== id;
  if (!ids.isResolved) return 0;
  if (!exists) throw new ReferenceNotFound({ resource: resolver.resource, pointer, reference: id });
  if (isMismatch) throw new ReferenceMismatch({ pointer });
  return id;
}

/** Returns the id of a record that must exist. @throws ReferenceNotFound once it is known that it doesn't */
export function requireIdByNaturalKey(
  ids: IdLookup,
  resolver: NaturalKeyResolver,
  key: string,
  pointer: string,
): number {
  const id = ids.get(resolver, key);
  if (id !== undefined) return id;
  if (!ids.isResolved) return 0;
  throw new ReferenceNotFound({ resource: resolver.resource, pointer, reference: key });
}

/**
 * Creates a field for a record that may be deleted and whose id and pId the row keeps.
 * @param emptyValues column values without a record; without `id`, the writer decides on the id of a deleted record
 */
export function snapshotReferenceField(
  name: string,
  { id, pId }: { readonly id: string; readonly pId: string },
  resolver: NaturalKeyResolver,
  emptyValues: { readonly id?: null | 0; readonly pId: null | '' } = { id: null, pId: null },
): FieldMapping {
  return {
    name,
    decorator: Nested(() => PidDto, { optional: true }),
    columns: [id, pId],
    insertOnlyColumns: [id],
    serialize: (row) => (row[pId] === null || row[pId] === '' ? undefined : { pId: row[pId] }),
    parse: (value, { ids }) => {
      const storedPid = (value as PidDto | undefined)?.pId;
      if (storedPid === undefined) return { [id]: emptyValues.id ?? null, [pId]: emptyValues.pId };
      const known = ids.get(resolver, storedPid) ?? emptyValues.id;
      return { ...(known !== undefined && { [id]: known }), [pId]: storedPid };
    },
  };
}
