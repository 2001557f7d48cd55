import {
  Code,
  UpdateType,
  SchemaExample,
  Flag,
  NumericFlag,
  PickAnnotatedType,
  PublicId,
} from '../../../api';
import { listMembers } from '../../../api/validation/dto';
import {
  type AddressType,
  addressTypeCodes,
  type UserType,
  userTypeCodes,
} from '../../../core/user-codes';
import {
  type AddressMembers,
  WithAddressMembers,
  createEmptyBaseClass,
} from '../../../platform/addresses';

@SchemaExample({
  pId: 'summer-house',
  alias: 'Summer house',
  type: 2,
  firstName: 'Ada',
  lastName: 'Núñez',
  address: 'Calle del Mar',
  number: '4',
  city: 'Cádiz',
  postalCode: '11001',
  countryCode: 'ES',
})
@WithAddressMembers('user', {
  leadingMembers: ['pId', 'alias', 'type', 'countryCode', 'default'],
})
export class CreateAddressDto extends createEmptyBaseClass<AddressMembers<'user'>>() {
  @PublicId({ example: 'home' })
  pId!: string;

  @Code(addressTypeCodes)
  type!: AddressType;

  @NumericFlag({
    default: false,
    description:
      'Whether it is the default address of its type; the first address of a type always is',
  })
  default!: boolean;
}

/** Members that an address takes from its user, if both are sent together and the address omits them. */
type InheritedUserMembers = Pick<CreateAddressDto, 'userType' | 'reverseChargeVat'>;

const addressOnlyMembers = listMembers(CreateAddressDto).filter(
  (name) => name !== 'userType' && name !== 'reverseChargeVat',
) as Exclude<keyof CreateAddressDto, keyof InheritedUserMembers>[];

/** An address that is sent together with its user. */
export class UserAddressDto extends PickAnnotatedType(CreateAddressDto, addressOnlyMembers) {
  @Code(userTypeCodes, { optional: true, description: "If absent, the user's" })
  userType?: UserType;

  @Flag({ optional: true, description: "If absent, the user's" })
  reverseChargeVat?: boolean;
}

/** Completes an address that is sent together with its user. */
export function withUserDefaults(
  { userType, reverseChargeVat }: InheritedUserMembers,
  address: UserAddressDto,
): CreateAddressDto {
  const {
    userType: resolvedUserType = userType,
    reverseChargeVat: resolvedReverseCharge = reverseChargeVat,
  } = address;
  // The large object comes first, because copying it after others is slow.
  return { ...address, userType: resolvedUserType, reverseChargeVat: resolvedReverseCharge };
}

@SchemaExample({ phone: '+34 910 000 000' })
export class UpdateAddressDto extends UpdateType(CreateAddressDto, ['type']) {
  @NumericFlag({
    optional: true,
    isExtension: true,
    description:
      'true makes it the default of its type, false makes the oldest other address the default',
  })
  override default?: boolean;
}
