import {
  Code,
  CodeOrText,
  IdPath,
  PidPath,
  RecordId,
  Reference,
  type ReferenceDto,
  Text,
} from '../../../api';
import {
  filterTargetTypes,
  type FilterType,
  filterTypeCodes,
} from '../../../platform/requests/filters';

/**
 * `{targetType}` in a path. Validation accepts any text, because an unknown type is a path that doesn't exist (404).
 */
const TargetType = () =>
  Text({
    max: 255,
    description: `Type of the elements that have the filters: ${filterTargetTypes.join(', ')}`,
    example: 'banners',
    suggestions: filterTargetTypes,
  });

/** The id of an element or of a filter. */
export class TargetIdPath extends IdPath {
  @TargetType()
  targetType!: string;
}

/** The pId of an element. */
export class TargetPidPath extends PidPath {
  @TargetType()
  targetType!: string;
}

/** The record that a filter names. */
export class FilteredItemPath {
  @TargetType()
  targetType!: string;

  @Code(filterTypeCodes, { example: 30 })
  itemType!: FilterType;

  @RecordId({
    description:
      'Internal identifier of the record that the filter names; for a country, its ISO 3166-1 number',
    example: 724,
  })
  itemId!: number;
}

/** A filter of an element, by the record that it names. */
export class ElementFilterPath extends FilteredItemPath {
  @RecordId({ description: 'Internal identifier of the element' })
  id!: number;
}

export class CreateFilterDto {
  @Reference({
    description:
      'The record that the filter names; a country is named by its ISO 3166-1 number or alpha-2 code',
    example: { pId: 'PT' },
  })
  item!: ReferenceDto;

  @CodeOrText(filterTypeCodes, { example: '30' })
  itemType!: FilterType | `${FilterType}`;
}
