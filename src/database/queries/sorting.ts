import { type DomainError, InvalidRequest } from '../../core/errors';
import type { ListDefinition } from './list-definition';
import type { ColumnModel, EntityModel } from '../schema/entity-model';

/** One column of a sort order. */
export interface SortColumn {
  readonly column: ColumnModel;
  readonly isDescending: boolean;
}

/** A total order: its last column is the id. */
export interface SortOrder {
  /** Normalized text of the order; cursors are bound to it. */
  readonly normalizedText: string;
  readonly columns: readonly SortColumn[];
}

const SORT_PART_PATTERN = /^([A-Za-z][A-Za-z0-9_]*)\.(asc|desc)$/;

/**
 * Parses a `sort` text; ties are broken by ascending id.
 * @throws InvalidRequest with the part that isn't a sort key of this list
 */
export function parseSorting<E>(
  list: ListDefinition<E>,
  model: EntityModel,
  text: string | undefined,
): SortOrder {
  const parts = (text === undefined || text === '' ? list.defaultSort : text).split(',');
  const requestedColumns: SortColumn[] = [];
  for (const part of parts) {
    const column = parseSortColumn(list, model, part.trim());
    if (requestedColumns.some((other) => other.column === column.column))
      throw createInvalidSortError(list, part);
    requestedColumns.push(column);
  }
  const idIndex = requestedColumns.findIndex(({ column }) => column.property === 'id');
  // Columns after the id can't change the order.
  const columns = idIndex < 0 ? requestedColumns : requestedColumns.slice(0, idIndex + 1);
  if (idIndex < 0) columns.push({ column: model.primaryKey, isDescending: false });
  const normalizedParts = columns.map(
    ({ column, isDescending }) => `${column.name}.${isDescending ? 'desc' : 'asc'}`,
  );
  return { normalizedText: normalizedParts.join(), columns };
}

function parseSortColumn<E>(list: ListDefinition<E>, model: EntityModel, part: string): SortColumn {
  const [, name = '', direction] = SORT_PART_PATTERN.exec(part) ?? [];
  const key = Object.hasOwn(list.sort, name) ? list.sort[name] : undefined;
  if (key === undefined) throw createInvalidSortError(list, part);
  const property = typeof key === 'string' ? key : key.foldedProperty;
  return { column: model.getColumn(property), isDescending: direction === 'desc' };
}

function createInvalidSortError<E>({ sort }: ListDefinition<E>, part: string): DomainError {
  const names = Object.keys(sort).join(', ');
  const detail = `"${part}" isn't a sort order of this list. Use name.asc or name.desc, each name once, with one of ${names}.`;
  return new InvalidRequest([{ pointer: 'query/sort', code: 'sort.unknown', detail }]);
}
