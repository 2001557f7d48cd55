import {
  Code,
  CountryCode,
  UpdateType,
  SchemaExample,
  Flag,
  Float,
  Int,
  PublicId,
  Text,
} from '../../../api';
import {
  type AddressType,
  addressTypeCodes,
  COMPANY_USER_TYPE,
  type UserType,
  userTypeCodes,
} from '../../../core/person-codes';
import { formatCode, formatCodes } from '../../../core/codes';

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
export class CreateAddressDto {
  @PublicId({ example: 'home' })
  pId!: string;

  @Text({ max: 255, example: 'Home', description: 'Name that the user gave the address' })
  alias!: string;

  @Code(addressTypeCodes)
  type!: AddressType;

  @CountryCode()
  countryCode!: string;

  @Flag({
    default: false,
    description:
      'Whether it is the default address of its type; the first address of a type always is',
  })
  default!: boolean;

  @Code(userTypeCodes, { default: 1 })
  userType!: UserType;

  @Text({
    max: 255,
    default: '',
    example: 'Ada',
    description: `Required of user types ${formatCodes(userTypeCodes, [1, 3])}`,
  })
  firstName!: string;

  @Text({ max: 255, default: '', example: 'Núñez' })
  lastName!: string;

  @Text({
    max: 255,
    default: '',
    example: 'Engines SL',
    description: `Required of user type ${formatCode(userTypeCodes, COMPANY_USER_TYPE)}`,
  })
  company!: string;

  @Text({ max: 255, default: '', example: 'Gran Vía' })
  address!: string;

  @Text({ max: 255, default: '', example: '2nd floor' })
  addressAdditionalInformation!: string;

  @Text({ max: 255, default: '', example: '12' })
  number!: string;

  @Text({ max: 255, default: '', example: 'Madrid' })
  city!: string;

  @Text({ max: 255, default: '', example: 'Madrid' })
  state!: string;

  @Text({ max: 255, default: '', example: '28013' })
  postalCode!: string;

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    extension: true,
    description: 'Internal identifier of a zone of the country; 0 means no zone',
  })
  locationId!: number;

  @Float({ min: -90, max: 90, default: 0, description: 'Degrees, north positive' })
  latitude!: number;

  @Float({ min: -180, max: 180, default: 0, description: 'Degrees, east positive' })
  longitude!: number;

  @Text({ max: 255, default: '', example: '+34 910 000 000' })
  phone!: string;

  @Text({ max: 255, default: '', example: '+34 600 000 000' })
  mobile!: string;

  @Text({ max: 255, default: '' })
  fax!: string;

  @Text({ max: 255, default: '', description: 'Tax number of a person' })
  nif!: string;

  @Text({ max: 255, default: '', description: 'VAT identification number' })
  vat!: string;

  @Flag({ default: false, description: 'Whether the equivalence surcharge applies' })
  re!: boolean;

  @Flag({ default: false })
  reverseChargeVat!: boolean;

  @Flag({ default: true, description: 'Whether taxes apply at all' })
  tax!: boolean;
}

@SchemaExample({ alias: 'Old home', phone: '+34 910 000 000' })
export class UpdateAddressDto extends UpdateType(CreateAddressDto, ['type']) {
  @Flag({
    optional: true,
    extension: true,
    description:
      'true makes it the default of its type, false makes the oldest other address the default',
  })
  override default?: boolean;
}
