import {
  PageNumberQuery,
  UpdateType,
  SchemaExample,
  ListOf,
  PublicId,
  Sort,
  Name,
  Text,
} from '../../../api';
import { FilterItemDto } from '../../../platform/requests/filters';

export class CreateDefinitionDto {
  @PublicId({ example: 'embroidery' })
  pId!: string;

  @Name({ max: 255, example: 'Embroidery' })
  name!: string;

  @Text({
    max: 65_535,
    default: '',
    example: 'Spring campaign',
    description: 'Internal comment',
  })
  description!: string;

  @ListOf(() => FilterItemDto, {
    optional: true,
    description: 'Filters that limit who can use the template',
  })
  definitionItems?: FilterItemDto[];
}

@SchemaExample({ description: 'On mugs and glasses' })
export class UpdateDefinitionDto extends UpdateType(CreateDefinitionDto, ['definitionItems']) {}

export class DefinitionQuery extends PageNumberQuery {
  @Sort(['id'], { isExtension: true })
  sort!: string;
}
