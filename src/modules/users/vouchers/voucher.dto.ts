import {
  CurrencyCode,
  CurrencyNumber,
  UpdateType,
  SchemaExample,
  Money,
  OffsetInstant,
  PickAnnotatedType,
  PublicId,
  Text,
} from '../../../api';

@SchemaExample({ availableBalance: 50, currencyId: 978, code: 'SPRING-50' })
export class CreateVoucherDto {
  @Money({ min: 0, example: 50 })
  availableBalance!: number;

  @CurrencyNumber({ description: 'ISO 4217 number' })
  currencyId!: number;

  @Text({
    max: 100,
    pattern: '^(\\S(.*\\S)?)?$',
    optional: true,
    example: 'SPRING-50',
    description:
      'Unique across all users; if empty, or absent from a new voucher, a code is generated',
  })
  code?: string;

  @OffsetInstant({ optional: true })
  expirationDate?: string | null;

  @PublicId({ optional: true, example: 'voucher-17', description: 'Unique across all users' })
  pId?: string | null;
}

const editable = PickAnnotatedType(CreateVoucherDto, [
  'availableBalance',
  'code',
  'expirationDate',
  'pId',
]);

@SchemaExample({ availableBalance: 20, currencyId: 978, currencyCode: 'EUR' })
export class UpdateVoucherDto extends UpdateType(editable) {
  @CurrencyNumber({ acceptsFormerCurrencies: true, description: 'ISO 4217 number' })
  currencyId!: number;

  @CurrencyCode({ acceptsFormerCurrencies: true, description: 'Code of the same currency' })
  currencyCode!: string;
}
