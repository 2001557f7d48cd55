import { Code, SchemaKeywords, ReferenceId, ReferencePid } from '../../../api';
import { type FilterType, filterTypeCodes } from './filter-types';

/** A filter as news and definitions take it: what it names by `id` or `pId`, and of which kind that is. */
@SchemaKeywords({ 'x-reference': 'needed', examples: [{ pId: 'PT', itemType: 30 }] })
export class FilterItemDto {
  @ReferenceId({
    description: 'Internal identifier (of a country its ISO 3166-1 number)',
    example: 724,
  })
  id?: number;

  @ReferencePid({
    description: 'Public identifier (of a country its ISO 3166-1 alpha-2 code)',
    example: 'ES',
  })
  pId?: string;

  @Code(filterTypeCodes, { example: 30 })
  itemType!: FilterType;
}

/**
 * Filters by the ids of what they name, in one order: two elements carry the same filters when these are
 * the same, however a request names them.
 */
export function toFiltersById(
  filters: readonly { readonly itemType: FilterType; readonly itemId: number }[],
): FilterItemDto[] {
  return filters
    .map(({ itemType, itemId }) => ({ itemType, id: itemId }))
    .sort((one, other) => one.itemType - other.itemType || one.id - other.id);
}
