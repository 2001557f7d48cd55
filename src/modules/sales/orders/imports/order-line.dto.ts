import {
  Code,
  CurrencyCode,
  Decimal,
  Email,
  SchemaExample,
  Flag,
  Float,
  Instant,
  Int,
  LanguageCode,
  ListOf,
  Money,
  Nested,
  OneOf,
  PublicId,
  Rate,
  Reference,
  ReferenceDto,
  Text,
} from '../../../../api';
import { ONE_LINE_PATTERN } from '../../../../core/text-folding';
import { pickCodes } from '../../../../core/code-list';
import { customerGenderCodes } from '../../../../core/user-codes';
import {
  type AddressMembers,
  WithAddressMembers,
  createEmptyBaseClass,
} from '../../../../platform/addresses';
import { deliveryTypeCodes, stateCodes } from '../../documents';
import { TrackingDto } from '../../documents/trackings/tracking.dto';
import { specifiedOrderStates } from '../../states';
import { DocumentTagDto } from '../tags/document-tag.dto';
import { OrderDiscountDto, OrderPartDiscountDto, OrderRowDto, OrderTaxDto } from './order-row.dto';

@WithAddressMembers('document', {
  leadingMembers: [
    'pId',
    'countryCode',
    'userType',
    'alias',
    'firstName',
    'lastName',
    'company',
    'address',
    'number',
  ],
})
export class OrderAddressDto extends createEmptyBaseClass<AddressMembers<'document'>>() {
  @PublicId({
    optional: true,
    refersToStoredData: true,
    description: 'pId in the address book; not stored',
  })
  pId?: string | null;
}

export class OrderUserDto {
  @PublicId({
    optional: true,
    refersToStoredData: true,
    description: 'A stored user; absent: a guest',
  })
  pId?: string | null;

  @Email()
  email!: string;

  @Code(customerGenderCodes, { default: 0 })
  gender!: 0 | 1 | 2;

  @Reference({ optional: true, description: 'Group of the customer' })
  group?: ReferenceDto | null;

  @Nested(() => OrderAddressDto)
  billingAddress!: OrderAddressDto;

  @Nested(() => OrderAddressDto, { optional: true })
  shippingAddress?: OrderAddressDto;

  @ListOf(() => DocumentTagDto, {
    optional: true,
    description: 'Tags of users; absent: the current tags of the stored user that have inOrders',
  })
  customTags?: DocumentTagDto[];
}

export class OrderShipmentRowDto {
  @Int({ min: 0, description: 'Index into rows' })
  row!: number;

  @Decimal({ decimals: 3, above: 0 })
  quantity!: number;
}

export class OrderShipmentDto {
  @PublicId({ optional: true })
  pId?: string | null;

  @Reference({ optional: true })
  shippingType?: ReferenceDto | null;

  @Text({ max: 255, default: '' })
  name!: string;

  @Money({ default: 0, min: 0, description: 'Before tax' })
  price!: number;

  @ListOf(() => OrderTaxDto, { optional: true })
  taxes?: OrderTaxDto[];

  @ListOf(() => OrderPartDiscountDto, { optional: true })
  discounts?: OrderPartDiscountDto[];

  @Int({ min: 0, default: 0, description: '0: the number of packages in trackings' })
  packages!: number;

  @Text({ max: 190, default: '', description: 'White space at either end is removed' })
  trackingNumber!: string;

  @ListOf(() => TrackingDto, { optional: true, description: "The carrier's reports" })
  trackings?: TrackingDto[];

  @Code(stateCodes.shipment, { default: 1 })
  status!: 0 | 1 | 2 | 3 | 4;

  @Flag({
    optional: true,
    description: 'true: the shipment is never pending; absent: like the order',
  })
  exported?: boolean;

  @Instant({ optional: true, description: "Absent: the order's date" })
  incomingDate?: Date | null;

  @Reference({ optional: true, description: 'Where the shipment starts or is picked up' })
  physicalLocation?: ReferenceDto | null;

  @ListOf(() => OrderShipmentRowDto, { optional: true, description: 'Absent: all rows' })
  rows?: OrderShipmentRowDto[];
}

export class OrderDeliveryDto {
  @Code(deliveryTypeCodes, { default: 0 })
  type!: 0 | 1;

  @Reference({ optional: true, description: 'Where the customer picks up the order' })
  physicalLocation?: ReferenceDto | null;
}

export class OrderPaymentDto {
  @Reference({ optional: true })
  paymentSystem?: ReferenceDto | null;

  @Text({ max: 255, default: '' })
  name!: string;

  @Money({ default: 0, description: 'Before tax; negative for a discount' })
  price!: number;

  @ListOf(() => OrderTaxDto, { optional: true })
  taxes?: OrderTaxDto[];
}

export class OrderVoucherDto {
  @Text({ max: 190 })
  code!: string;

  @Money({ min: 0 })
  amount!: number;
}

export class OrderMarketplaceDto {
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 })
  id!: number;

  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 })
  pluginId!: number;
}

export class OrderSalesAgentDto {
  @PublicId({
    optional: true,
    refersToStoredData: true,
    description: 'A stored user; absent: no agent',
  })
  pId?: string | null;

  @Rate({ default: 0 })
  percentCommission!: number;
}

export class OrderInformationDto {
  @Text({ max: 255 })
  name!: string;

  @Text({ max: 65_535, default: '' })
  value!: string;
}

/** Value of `trustTotals`: the supplied totals are stored even if they contradict the taxes. */
export const AS_GIVEN = 'asGiven';

export class OrderGivenTotalsDto {
  @Money({ optional: true, min: 0 })
  total?: number;

  @Money({ optional: true, min: 0 })
  subtotal?: number;

  @Money({ optional: true, min: 0 })
  totalTaxes?: number;
}

/** An order in an import record or in the body of `POST /v1/orders`. */
@SchemaExample({
  pId: 'web-100042',
  date: '2026-01-31T09:30:00+01:00',
  currencyCode: 'EUR',
  user: {
    pId: 'ada',
    email: 'ada@example.com',
    billingAddress: { firstName: 'Ada', lastName: 'Núñez', city: 'Madrid', countryCode: 'ES' },
  },
  rows: [
    {
      product: { pId: 'mug' },
      name: 'Mug',
      sku: 'MUG-001',
      quantity: 2,
      price: 9.9,
      taxes: [{ tax: { pId: 'es-vat' } }],
    },
  ],
  shipments: [{ name: 'Parcel', shippingType: { pId: 'parcel' }, price: 4.95 }],
  payment: { paymentSystem: { pId: 'card' }, name: 'Card' },
})
export class OrderLineDto {
  @PublicId({ example: 'web-100042' })
  pId!: string;

  @Instant()
  date!: Date;

  @CurrencyCode({
    acceptsFormerCurrencies: true,
    description: 'A currency that is used today, or was used at the date of the order',
  })
  currencyCode!: string;

  @ListOf(() => OrderRowDto, { min: 1 })
  rows!: OrderRowDto[];

  @Nested(() => OrderUserDto)
  user!: OrderUserDto;

  @Text({
    max: 255,
    default: '',
    pattern: ONE_LINE_PATTERN,
    description: 'Kept as given; empty: the next of the series',
  })
  documentNumber!: string;

  @Code(pickCodes(stateCodes.order, specifiedOrderStates), { default: 1 })
  status!: (typeof specifiedOrderStates)[number];

  @Reference({ optional: true })
  subStatus?: ReferenceDto | null;

  @Flag({ default: false })
  exported!: boolean;

  @Flag({ default: false })
  paid!: boolean;

  @Instant({ optional: true })
  paymentDate?: Date | null;

  @Instant({ optional: true })
  deliveryDate?: Date | null;

  @Text({ max: 65_535, default: '' })
  comment!: string;

  @Text({ max: 255, optional: true, description: 'Reference that the buyer wants on invoices' })
  buyerReference?: string;

  @Text({ max: 255, optional: true, description: "The number of the buyer's own order" })
  purchaseOrder?: string;

  @LanguageCode({ optional: true, description: "Absent: the store's default" })
  languageCode?: string | null;

  @Flag({ default: false })
  reverseChargeVat!: boolean;

  @Reference({ optional: true, description: 'Absent: the only or first imported channel' })
  channel?: ReferenceDto | null;

  @Reference({ optional: true, description: 'Absent: the only or first imported headquarter' })
  headquarter?: ReferenceDto | null;

  @CurrencyCode({ optional: true, acceptsFormerCurrencies: true })
  sourceCurrencyCode?: string | null;

  @Float({ min: 1e-9, max: 1e9, default: 1 })
  exchangeRate!: number;

  @Text({ max: 255, default: '' })
  transactionId!: string;

  @Text({ max: 255, default: '' })
  authNumber!: string;

  @Text({ max: 2048, default: '' })
  referer!: string;

  @Nested(() => OrderMarketplaceDto, { optional: true })
  marketplace?: OrderMarketplaceDto;

  @Nested(() => OrderSalesAgentDto, { optional: true })
  salesAgent?: OrderSalesAgentDto;

  @ListOf(() => OrderDiscountDto, { optional: true })
  discounts?: OrderDiscountDto[];

  @ListOf(() => OrderShipmentDto, { optional: true })
  shipments?: OrderShipmentDto[];

  @Nested(() => OrderDeliveryDto, { optional: true })
  delivery?: OrderDeliveryDto;

  @Nested(() => OrderPaymentDto, { optional: true })
  payment?: OrderPaymentDto;

  @ListOf(() => OrderVoucherDto, { optional: true, uniqueMembers: ['code'] })
  vouchers?: OrderVoucherDto[];

  @ListOf(() => DocumentTagDto, { optional: true, description: 'Tags of orders' })
  customTags?: DocumentTagDto[];

  @ListOf(() => OrderInformationDto, { optional: true })
  additionalInformation?: OrderInformationDto[];

  @Nested(() => OrderGivenTotalsDto, { optional: true })
  totals?: OrderGivenTotalsDto;

  @OneOf([false, true, AS_GIVEN], {
    default: false,
    description:
      '`true` keeps your totals even if the rows differ, as long as each tax group matches its rate. `asGiven` stores ' +
      'your totals unchanged; the document has no e-invoice then',
  })
  trustTotals!: boolean | typeof AS_GIVEN;
}
