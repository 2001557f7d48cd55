import { type DomainError, InvalidRequest } from '../../core/errors';
import type { Listing } from './listing';
import type { ColumnModel, EntityModel } from '../schema/model';

/** One column of a sort order. */
export interface SortColumn {
  readonly column: ColumnModel;
  readonly descending: boolean;
}

/** A total order: its last column is the id. */
export interface Sorting {
  /** Normalized text of the order; cursors are bound to it. */
  readonly text: string;
  readonly columns: readonly SortColumn[];
}

const SORT_PART_PATTERN = /^([A-Za-z][A-Za-z0-9_]*)\.(asc|desc)$/;

/**
 * Parses a `sort` text; ties are broken by ascending id.
 * @throws InvalidRequest with the part that isn't a sort key of this list
 */
export function parseSorting<E>(
  list: Listing<E>,
  model: EntityModel,
  text: string | undefined,
): Sorting {
  const parts = (text === undefined || text === '' ? list.defaultSort : text).split(',');
  const requested: SortColumn[] = [];
  for (const part of parts) {
    const column = parseSortColumn(list, model, part.trim());
    if (requested.some((other) => other.column === column.column))
      throw invalidSortError(list, part);
    requested.push(column);
  }
  const idIndex = requested.findIndex(({ column }) => column.property === 'id');
  // Columns after the id can't change the order.
  const columns = idIndex < 0 ? requested : requested.slice(0, idIndex + 1);
  if (idIndex < 0) columns.push({ column: model.primaryKey, descending: false });
  const spelling = columns.map(
    ({ column, descending }) => `${column.name}.${descending ? 'desc' : 'asc'}`,
  );
  return { text: spelling.join(), columns };
}

function parseSortColumn<E>(list: Listing<E>, model: EntityModel, part: string): SortColumn {
  const [, name = '', direction] = SORT_PART_PATTERN.exec(part) ?? [];
  const key = Object.hasOwn(list.sort, name) ? list.sort[name] : undefined;
  if (key === undefined) throw invalidSortError(list, part);
  const property = typeof key === 'string' ? key : key.foldedProperty;
  return { column: model.column(property), descending: direction === 'desc' };
}

function invalidSortError<E>({ sort }: Listing<E>, part: string): DomainError {
  const names = Object.keys(sort).join(', ');
  const detail = `"${part}" isn't a sort order of this list. Use name.asc or name.desc, each name once, with one of ${names}.`;
  return new InvalidRequest([{ pointer: 'query/sort', code: 'sort.unknown', detail }]);
}
