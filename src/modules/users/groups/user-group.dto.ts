import { Editable, Example, Flag, PublicId, Text } from '../../../api';

@Example({ pId: 'press', name: 'Press', description: 'Who writes about us' })
export class CreateUserGroupDto {
  @PublicId({ example: 'wholesale' })
  pId!: string;

  @Text({ max: 255, example: 'Wholesale' })
  name!: string;

  @Text({ max: 65_535, default: '', example: 'Customers who buy to sell' })
  description!: string;

  @Flag({ default: false, description: 'The group that new users of the store belong to' })
  defaultGroup!: boolean;

  @Flag({ default: false, description: 'The group of administrators' })
  systemGroup!: boolean;
}

@Example({ description: 'Who sells with us' })
export class UpdateUserGroupDto extends Editable(CreateUserGroupDto) {}
