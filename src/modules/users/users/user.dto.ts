import {
  Code,
  CurrencyCode,
  UpdateType,
  Email,
  SchemaExample,
  Flag,
  Instant,
  Int,
  LanguageCode,
  Name,
  ListOf,
  Nested,
  OffsetInstant,
  PickAnnotatedType,
  PublicId,
  Reference,
  ReferenceDto,
  SearchQuery,
  Sort,
  Text,
} from '../../../api';
import { type UserType, genderCodes, userTypeCodes } from '../../../core/user-codes';
import { ApiKeysOptionField, type ApiKeysOption } from '../administrators/api-keys-option';
import { systemLevelCodes } from '../administrators/system-levels';
import { TagAssignmentDto } from '../../custom-tags';
import { UserAddressDto } from '../addresses/address.dto';
import { PasswordField } from '../passwords/password-property';
import { SupplierDto } from '../suppliers/supplier.dto';
import { CreateVoucherDto } from '../vouchers/voucher.dto';

/** The fields of a new user, except the password. */
class UserFieldsDto {
  @PublicId({ example: 'ada' })
  pId!: string;

  @Email({ description: 'Unique, compared without case' })
  email!: string;

  @LanguageCode({ description: 'Language of messages to the user' })
  languageCode!: string;

  @Reference({ description: 'The group that the user belongs to' })
  group!: ReferenceDto;

  @ListOf(() => UserAddressDto, { min: 1, uniqueMembers: ['pId'] })
  addressBook!: UserAddressDto[];

  @Flag({ default: true, description: "An inactive user can't log in" })
  active!: boolean;

  @Code(userTypeCodes, { default: 1 })
  userType!: UserType;

  @Code(genderCodes, { default: 1 })
  gender!: 1 | 2;

  @OffsetInstant({ optional: true, example: '1985-12-10T00:00:00+01:00' })
  birthDay?: string | null;

  @CurrencyCode({ optional: true })
  currencyCode?: string | null;

  @Name({
    max: 255,
    optional: true,
    example: 'ada',
    description: 'Login name of an administrator; unique; an empty string means no login name',
  })
  nick?: string;

  @Code(systemLevelCodes, {
    default: 4,
    description: 'Applies only to members of the system group',
  })
  systemLevel!: 3 | 4;

  @Flag({ default: false, description: 'Whether the user is a sales agent' })
  salesAgent!: boolean;

  @Text({ max: 2048, default: '', description: 'Path of the image, relative to the file store' })
  image!: string;

  @Flag({ default: false })
  blogger!: boolean;

  @Flag({ default: false })
  blogVerified!: boolean;

  @Flag({ default: false })
  reverseChargeVat!: boolean;

  @Flag({ default: false })
  useShippingAddress!: boolean;

  @Flag({ default: true })
  verified!: boolean;

  @Int({ min: 0, default: 1 })
  visits!: number;

  @ListOf(() => TagAssignmentDto, { optional: true, description: 'Tags with their values' })
  customTags?: TagAssignmentDto[];

  @Nested(() => SupplierDto, { optional: true, description: "The user's supplier data" })
  supplier?: SupplierDto;

  @ListOf(() => CreateVoucherDto, { optional: true })
  vouchers?: CreateVoucherDto[];

  @ListOf(() => ReferenceDto, { optional: true, description: "Products on the user's wishlist" })
  wishlist?: ReferenceDto[];
}

@SchemaExample({
  pId: 'grace',
  email: 'grace@example.com',
  password: 'a long enough pass phrase',
  languageCode: 'en',
  group: { pId: 'wholesale' },
  addressBook: [
    {
      pId: 'home',
      alias: 'Home',
      type: 1,
      firstName: 'Grace',
      lastName: 'Moore',
      address: 'High Street',
      number: '7',
      city: 'Leeds',
      postalCode: 'LS1',
      countryCode: 'GB',
    },
  ],
})
export class CreateUserDto extends UserFieldsDto {
  @PasswordField()
  password!: string;
}

/** A user as an import record. A user without a password can't log in until one is set. */
export class UserImportDto extends UserFieldsDto {
  @PasswordField({ optional: true })
  password?: string;

  @Instant({ optional: true })
  dateAdded?: Date | null;

  @Flag({ default: false })
  subscribed!: boolean;

  @Flag({ default: false })
  chatSupport!: boolean;

  @Flag({ default: false })
  ticketingSupport!: boolean;
}

/** The basic data of a user. Everything else has its own operations or can't be changed. */
@SchemaExample({ email: 'ada.lovelace@example.com' })
export class UpdateUserDto extends UpdateType(CreateUserDto, [
  'addressBook',
  'blogger',
  'customTags',
  'reverseChargeVat',
  'supplier',
  'vouchers',
  'wishlist',
]) {
  @ApiKeysOptionField(
    'the user, if the user is deactivated, gets another level or leaves the system group',
  )
  keys?: ApiKeysOption;
}

export class RemoveUserQuery {
  @ApiKeysOptionField('the user')
  keys!: ApiKeysOption;
}

/** The query of the list of users. `since_id` is that of the specification. */
export class UserQuery extends PickAnnotatedType(SearchQuery, [
  'page',
  'perPage',
  'cursor',
  'q',
  'updatedAt_min',
  'updatedAt_max',
]) {
  @Instant({ optional: true, description: 'Only users created at this time or later' })
  dateAdded_min?: Date;

  @Instant({
    optional: true,
    roundsUp: true,
    description: 'Only users created at this time or before',
  })
  dateAdded_max?: Date;

  @Instant({ optional: true, description: 'Only users changed at this time or later' })
  lastUsed_min?: Date;

  @Instant({
    optional: true,
    roundsUp: true,
    description: 'Only users changed at this time or before',
  })
  lastUsed_max?: Date;

  @Text({
    max: 254,
    default: '',
    description:
      'Only the user with this e-mail address, compared without case; a text that is no address finds nobody',
  })
  email!: string;

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Only members of this group; 0 means all groups',
  })
  groupId!: number;

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Only users with this internal identifier or a higher one',
  })
  since_id!: number;

  @Flag({ default: false, description: 'Only active users' })
  showOnlyActive!: boolean;

  @Sort(['id', 'pId', 'email', 'nick', 'dateAdded', 'lastUsed'])
  sort!: string;
}

export class UserCountQuery extends PickAnnotatedType(UserQuery, [
  'groupId',
  'q',
  'showOnlyActive',
]) {}
