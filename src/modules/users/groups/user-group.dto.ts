import {
  UpdateType,
  SchemaExample,
  NumericFlag,
  Instant,
  Int,
  PublicId,
  Name,
  Text,
} from '../../../api';
import { ApiKeysOptionField, type ApiKeysOption } from '../administrators/api-keys-option';

/** A safeguard for callers who make a group the system group. */
const ConfirmMembersField = () =>
  Int({
    min: 0,
    optional: true,
    isExtension: true,
    description:
      'Expected number of members that `systemGroup` makes administrators; another number is refused (409)',
  });

@SchemaExample({ pId: 'press', name: 'Press', description: 'Journalists' })
export class CreateUserGroupDto {
  @PublicId({ example: 'wholesale' })
  pId!: string;

  @Name({ max: 255, example: 'Wholesale' })
  name!: string;

  @Text({ max: 65_535, default: '', example: 'Customers who resell our products' })
  description!: string;

  @NumericFlag({ default: false, description: 'The group that new users of the store belong to' })
  defaultGroup!: boolean;

  @NumericFlag({ default: false, description: 'The group of administrators' })
  systemGroup!: boolean;
}

@SchemaExample({ description: 'Our partners' })
export class UpdateUserGroupDto extends UpdateType(CreateUserGroupDto) {
  @ApiKeysOptionField('the members of a group that stops being the system group')
  keys?: ApiKeysOption;

  @ConfirmMembersField()
  confirmMembers?: number;
}

export class UserGroupImportDto extends CreateUserGroupDto {
  @Instant({ optional: true, description: 'If absent, the stored date is kept' })
  dateAdded?: Date | null;

  @ConfirmMembersField()
  confirmMembers?: number;
}
