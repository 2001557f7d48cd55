import { Code, SchemaKeywords, ReferenceId, ReferencePid } from '../../../api';
import { type FilterType, filterTypeCodes } from './filter-types';

/** A filter in requests for news and definitions: its subject by `id` or `pId`, and the type of the subject. */
@SchemaKeywords({ 'x-reference': 'needed', examples: [{ pId: 'PT', itemType: 30 }] })
export class FilterItemDto {
  @ReferenceId({
    description: 'Internal identifier, or the ISO 3166-1 number of a country',
    example: 724,
  })
  id?: number;

  @ReferencePid({
    description: 'Public identifier, or the ISO 3166-1 alpha-2 code of a country',
    example: 'ES',
  })
  pId?: string;

  @Code(filterTypeCodes, { example: 30 })
  itemType!: FilterType;
}

/**
 * Returns filters by the ids of their subjects, in a fixed order. Two elements have the same filters if the results
 * are equal, however a request refers to the subjects.
 */
export function toCanonicalFilters(
  filters: readonly { readonly itemType: FilterType; readonly itemId: number }[],
): FilterItemDto[] {
  return filters
    .map(({ itemType, itemId }) => ({ itemType, id: itemId }))
    .sort((one, other) => one.itemType - other.itemType || one.id - other.id);
}
