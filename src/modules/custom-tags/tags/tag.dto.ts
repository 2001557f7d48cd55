import {
  Code,
  UpdateType,
  LanguageTextUpdateType,
  SchemaExample,
  Flag,
  NumericFlag,
  Int,
  LanguageCode,
  LanguageTexts,
  ListOf,
  PublicId,
  SearchQuery,
  Sort,
  Name,
  Text,
} from '../../../api';
import { withZeroCode } from '../../../core/code-list';
import { type ItemType, itemTypeCodes } from '../item-types';
import { TagGroupLinkDto } from '../tag-group-links/tag-group-link.dto';
import { type ControlType, controlTypeCodes } from './control-types';

export class TagTextDto {
  @LanguageCode()
  languageCode!: string;

  @Name({ max: 255, default: '', example: 'Size' })
  name!: string;

  @Text({ max: 65_535, default: '', description: 'Useful only when values differ per language' })
  defaultValue!: string;
}

export class UpdateTagTextDto extends LanguageTextUpdateType(TagTextDto) {}

const LIMIT_DESCRIPTION = 'a number for numeric tags, an ISO 8601 date for date tags';

@SchemaExample({
  pId: 'size',
  active: true,
  controlType: 5,
  itemType: 1,
  valueForAllLanguages: true,
  position: 1,
  priority: 1,
  groups: [{ group: { pId: 'looks' }, priority: 1 }],
  languages: [{ languageCode: 'en', name: 'Size' }],
})
export class CreateTagDto {
  @PublicId()
  pId!: string;

  @NumericFlag({
    example: true,
    description: "If false, records that carry the tag keep it, but it can't be added to others",
  })
  active!: boolean;

  @Code(controlTypeCodes)
  controlType!: ControlType;

  @Code(itemTypeCodes)
  itemType!: ItemType;

  @NumericFlag({
    example: true,
    description:
      'If false, values may differ per language. A change converts the values of users. The common value is the text in the ' +
      "store's default language, or else the first text",
  })
  valueForAllLanguages!: boolean;

  @Int({ example: 1 })
  position!: number;

  @Int({ example: 1, description: 'Lower is more important; may be negative' })
  priority!: number;

  @Flag({ default: true })
  comparable!: boolean;

  @Text({ max: 65_535, default: '', description: 'Useful only when all languages share one value' })
  defaultValue!: string;

  @Flag({ default: true, description: 'Whether the store shows it as a filter' })
  filterable!: boolean;

  @NumericFlag({
    default: true,
    description:
      'Whether orders export it; for a tag of users, orders record the value of their customer',
  })
  inOrders!: boolean;

  @Text({ max: 255, default: '', description: `The largest value: ${LIMIT_DESCRIPTION}` })
  maxValue!: string;

  @Text({ max: 255, default: '', description: `The smallest value: ${LIMIT_DESCRIPTION}` })
  minValue!: string;

  @Name({ max: 255, default: '' })
  nameOnFeed!: string;

  @Flag({ default: true })
  required!: boolean;

  @Flag({ default: true })
  searchable!: boolean;

  @ListOf(() => TagGroupLinkDto, { optional: true })
  groups?: TagGroupLinkDto[];

  @LanguageTexts(() => TagTextDto)
  languages?: TagTextDto[];
}

@SchemaExample({ position: 2 })
export class UpdateTagDto extends UpdateType(
  CreateTagDto,
  ['controlType', 'itemType', 'groups'],
  ['languages'],
) {
  @LanguageTexts(() => UpdateTagTextDto)
  languages?: UpdateTagTextDto[];
}

/** A tag as an import record, with fields that no operation of the API sets. */
export class TagImportDto extends CreateTagDto {
  @Flag({ default: false })
  highlight!: boolean;

  @Flag({ default: false })
  showInSearch!: boolean;

  @Int({ default: 0 })
  pluginId!: number;
}

export class TagQuery extends SearchQuery {
  @Code(withZeroCode('all', controlTypeCodes), {
    default: 0,
    description: 'Only tags of this control type',
  })
  controlType!: ControlType | 0;

  @Code(withZeroCode('all', itemTypeCodes), {
    default: 0,
    description: 'Only tags of this item type',
  })
  itemType!: ItemType | 0;

  @Int({ default: 0, description: 'Only tags with this position; 0 means all tags' })
  position!: number;

  @Int({ default: 0, description: 'Only tags with this priority; 0 means all tags' })
  priority!: number;

  @Sort(['id', 'pId', 'position', 'priority', 'controlType'])
  sort!: string;
}
