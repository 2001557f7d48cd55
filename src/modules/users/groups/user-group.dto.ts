import { UpdateType, SchemaExample, Flag, Instant, Int, PublicId, Text } from '../../../api';
import { KeysOptionField, type KeysOption } from '../administrators/keys-option';

/** Needed where a group with members becomes the system group. */
const ConfirmedMembers = () =>
  Int({
    min: 0,
    optional: true,
    extension: true,
    description: 'How many members the group has, who become administrators with `systemGroup`',
  });

@SchemaExample({ pId: 'press', name: 'Press', description: 'Who writes about us' })
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

@SchemaExample({ description: 'Who sells with us' })
export class UpdateUserGroupDto extends UpdateType(CreateUserGroupDto) {
  @KeysOptionField('the members of a group that is not the system group any more')
  keys?: KeysOption;

  @ConfirmedMembers()
  confirmMembers?: number;
}

export class UserGroupImportDto extends CreateUserGroupDto {
  @Instant({ optional: true, description: 'Absent: nothing is said of it' })
  dateAdded?: Date | null;

  @ConfirmedMembers()
  confirmMembers?: number;
}
