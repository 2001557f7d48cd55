import {
  Code,
  UpdateType,
  LanguageTextUpdateType,
  SchemaExample,
  Flag,
  Int,
  LanguageCode,
  LanguageTexts,
  PublicId,
  SearchQuery,
  Sort,
  Name,
  Text,
} from '../../../api';
import { withZeroCode } from '../../../core/code-list';
import { type ItemType, itemTypeCodes } from '../item-types';

export class TagGroupTextDto {
  @LanguageCode()
  languageCode!: string;

  @Name({ max: 255, default: '', example: 'Size' })
  name!: string;

  @Text({ max: 65_535, default: '', example: 'Sizes of clothes' })
  description!: string;
}

export class UpdateTagGroupTextDto extends LanguageTextUpdateType(TagGroupTextDto) {}

export class CreateTagGroupDto {
  @PublicId({ example: 'sizes' })
  pId!: string;

  @Name({ max: 255, example: 'Sizes', description: 'Internal name' })
  name!: string;

  @Code(itemTypeCodes)
  itemType!: ItemType;

  @Int({ example: 1 })
  position!: number;

  @Int({ example: 1, description: 'Lower is more important; may be negative' })
  priority!: number;

  @Flag({ default: true })
  comparable!: boolean;

  @LanguageTexts(() => TagGroupTextDto)
  languages?: TagGroupTextDto[];
}

@SchemaExample({ name: 'Look and feel' })
export class UpdateTagGroupDto extends UpdateType(CreateTagGroupDto, ['itemType'], ['languages']) {
  @LanguageTexts(() => UpdateTagGroupTextDto)
  languages?: UpdateTagGroupTextDto[];
}

export class TagGroupQuery extends SearchQuery {
  @Code(withZeroCode('all', itemTypeCodes), {
    default: 0,
    description: 'Only groups of this item type',
  })
  itemType!: ItemType | 0;

  @Int({ default: 0, description: 'Only groups with this position; 0 means all groups' })
  position!: number;

  @Int({ default: 0, description: 'Only groups with this priority; 0 means all groups' })
  priority!: number;

  @Sort(['id', 'pId', 'name', 'position', 'priority'], { isExtension: true })
  sort!: string;
}
