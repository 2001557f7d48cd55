import { UpdateType, Int, PublicId, SearchQuery, Sort, Text } from '../../../src/api';

export class CreateShelfDto {
  @PublicId({ example: 'a-17' })
  pId!: string;

  @Text({ max: 255, example: 'Aisle A, 17' })
  name!: string;

  @Int({ min: 1, example: 40, description: 'Boxes that it holds' })
  capacity!: number;
}

export class UpdateShelfDto extends UpdateType(CreateShelfDto) {}

export class ShelfQuery extends SearchQuery {
  @Int({ default: 0, description: 'Only shelves that hold so many boxes; 0 for all' })
  capacity!: number;

  @Sort(['id', 'pId', 'name', 'capacity'])
  sort!: string;
}
