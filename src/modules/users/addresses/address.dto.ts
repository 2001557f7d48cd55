import { Code, UpdateType, SchemaExample, NumericFlag, PublicId } from '../../../api';
import { type AddressType, addressTypeCodes } from '../../../core/person-codes';
import { type AddressMembers, AddressMembersOf, having } from '../../../platform/addresses';

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
@AddressMembersOf('user', ['pId', 'alias', 'type', 'countryCode', 'default'])
export class CreateAddressDto extends having<AddressMembers<'user'>>() {
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

@SchemaExample({ phone: '+34 910 000 000' })
export class UpdateAddressDto extends UpdateType(CreateAddressDto, ['type']) {
  @NumericFlag({
    optional: true,
    extension: true,
    description:
      'true makes it the default of its type, false makes the oldest other address the default',
  })
  override default?: boolean;
}
