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
  filterTargets,
  type FilterType,
  filterTypeCodes,
} from '../../../platform/requests/filters';

/** `{targetType}` in a path. Any text passes: a word that is none is a path that does not exist. */
const TargetType = () =>
  Text({
    max: 255,
    description: `What carries the filters: ${filterTargets.join(', ')}`,
    example: 'banners',
    choices: filterTargets,
  });

/** An element, or a filter, by its id. */
export class TargetIdPath extends IdPath {
  @TargetType()
  targetType!: string;
}

/** An element by its pId. */
export class TargetPidPath extends PidPath {
  @TargetType()
  targetType!: string;
}

/** What a filter names. */
export class FilteredItemPath {
  @TargetType()
  targetType!: string;

  @Code(filterTypeCodes, { example: 30 })
  itemType!: FilterType;

  @RecordId({
    description: 'Internal identifier of what the filter names; of a country its ISO 3166-1 number',
    example: 724,
  })
  itemId!: number;
}

/** The filter of an element that names something. */
export class ElementFilterPath extends FilteredItemPath {
  @RecordId({ description: 'Internal identifier of the element' })
  id!: number;
}

export class CreateFilterDto {
  @Reference({
    description: 'What the filter names; a country by its ISO 3166-1 number or alpha-2 code',
    example: { pId: 'PT' },
  })
  item!: ReferenceDto;

  @CodeOrText(filterTypeCodes, { example: '30' })
  itemType!: FilterType | `${FilterType}`;
}
