import { type DtoClass, Nested } from '../../../../api';
import { InvalidRequest, ReferenceMismatch, ReferenceNotFound } from '../../../../core/errors';
import type { Reference } from '../../../../database';
import { toPropertyDecorator, type StoredField, PidDto } from './stored-fields';
import type { IdLookup, NameResolver } from './name-resolver';

/** Names of records that have no pId, or share it with others. */
export interface CompositeName<T extends object> {
  readonly dto: DtoClass<T>;
  readonly resolver: NameResolver;
  readonly toDto: (key: string) => T;
  readonly toKey: (told: T) => string;
}

/** Such a record, whose id a column holds. @param none the column's value without a record */
export function compositeField<T extends object>(
  name: string,
  property: string,
  { dto, resolver, toDto, toKey }: CompositeName<T>,
  { optional = false, none = null }: { optional?: boolean; none?: null | 0 } = {},
): StoredField {
  return {
    name,
    decorator: toPropertyDecorator(Nested(() => dto, { optional })),
    columns: [property],
    serialize: (row, { names }) => {
      const called = names.findName(resolver, row[property] as number | null);
      return called === undefined ? undefined : toDto(called);
    },
    parse: (value, { ids, pointer }) => {
      if (!value) return { [property]: none };
      const called = toKey(value as T);
      return {
        [property]: optional
          ? (ids.get(resolver, called) ?? none)
          : requireIdByName(ids, resolver, called, `${pointer}/${name}`),
      };
    },
  };
}

/** Another record, whose id a column holds. */
export function referenceField(
  name: string,
  property: string,
  named: NameResolver,
  { optional = false }: { readonly optional?: boolean } = {},
): StoredField {
  return {
    name,
    decorator: toPropertyDecorator(Nested(() => PidDto, { optional })),
    columns: [property],
    serialize: (row, { names }) => {
      const pId = names.findName(named, row[property] as number | null);
      return pId === undefined ? undefined : { pId };
    },
    parse: (value, { ids, pointer }) => {
      if (!value) return { [property]: null };
      return { [property]: requireReferencedId(ids, named, value, `${pointer}/${name}`) };
    },
  };
}

/** The id of a record that is named by id, pId or both. @throws once it is known not to exist */
function requireReferencedId(
  ids: IdLookup,
  named: NameResolver,
  { id = 0, pId = '' }: Reference,
  pointer: string,
): number {
  if (id === 0) {
    if (pId !== '') return requireIdByName(ids, named, pId, pointer);
    const detail = 'The reference needs an id or a pId.';
    throw new InvalidRequest([{ pointer, code: 'reference.empty', detail }]);
  }
  const isThere = ids.has(named, id);
  const isMismatch = pId !== '' && ids.get(named, pId) !== id;
  if (!ids.isResolved) return 0;
  if (!isThere) throw new ReferenceNotFound({ resource: named.name, pointer, reference: id });
  if (isMismatch) throw new ReferenceMismatch({ pointer });
  return id;
}

/** The id of a record that has to exist. @throws ReferenceNotFound once it is known not to */
export function requireIdByName(
  ids: IdLookup,
  named: NameResolver,
  key: string,
  pointer: string,
): number {
  const id = ids.get(named, key);
  if (id !== undefined) return id;
  if (!ids.isResolved) return 0;
  throw new ReferenceNotFound({ resource: named.name, pointer, reference: key });
}

/**
 * A record that may be gone, of which the row keeps id and pId.
 * @param none the columns' values without a record; without `id`, the writer decides on the id of a deleted one
 */
export function snapshotReferenceField(
  name: string,
  { id, pId }: { readonly id: string; readonly pId: string },
  named: NameResolver,
  none: { readonly id?: null | 0; readonly pId: null | '' } = { id: null, pId: null },
): StoredField {
  return {
    name,
    decorator: toPropertyDecorator(Nested(() => PidDto, { optional: true })),
    columns: [id, pId],
    insertOnlyColumns: [id],
    serialize: (row) => (row[pId] === null || row[pId] === '' ? undefined : { pId: row[pId] }),
    parse: (value, { ids }) => {
      const kept = (value as PidDto | undefined)?.pId;
      if (kept === undefined) return { [id]: none.id ?? null, [pId]: none.pId };
      const known = ids.get(named, kept) ?? none.id;
      return { ...(known !== undefined && { [id]: known }), [pId]: kept };
    },
  };
}
