import { Editable, ListOf, PublicId, Text } from '../../../api';
import { FilterItemDto } from '../../filters';

export class CreateDefinitionDto {
  @PublicId({ example: 'engraving' })
  pId!: string;

  @Text({ max: 255, example: 'Engraving' })
  name!: string;

  @Text({
    max: 65_535,
    default: '',
    example: 'Spring campaign',
    description: 'Internal comment',
  })
  description!: string;

  @ListOf(() => FilterItemDto, { optional: true, description: 'Whom the template is for' })
  definitionItems?: FilterItemDto[];
}

export class UpdateDefinitionDto extends Editable(CreateDefinitionDto, ['definitionItems']) {}
