import {
  CountryCode,
  CurrencyCode,
  Decimal,
  Email,
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
} from '../../../api';

/** The states that an order may come in. */
const startStates = [0, 1, 2, 3, 4, 5, 6, 20, -10, -20, -666] as const;

export class OrderAddressDto {
  @PublicId({ optional: true, description: 'Of the address book; not kept' })
  pId?: string;

  @CountryCode()
  countryCode!: string;

  @OneOf([1, 2, 3], { default: 1, description: '1 individual, 2 company, 3 self-employed' })
  userType!: 1 | 2 | 3;

  @Text({ max: 255, default: '' })
  alias!: string;

  @Text({ max: 255, default: '' })
  firstName!: string;

  @Text({ max: 255, default: '' })
  lastName!: string;

  @Text({ max: 255, default: '' })
  company!: string;

  @Text({ max: 255, default: '' })
  address!: string;

  @Text({ max: 64, default: '' })
  number!: string;

  @Text({ max: 255, default: '' })
  addressAdditionalInformation!: string;

  @Text({ max: 255, default: '' })
  city!: string;

  @Text({ max: 255, default: '' })
  state!: string;

  @Text({ max: 32, default: '' })
  postalCode!: string;

  @Float({ min: -90, max: 90, default: 0 })
  latitude!: number;

  @Float({ min: -180, max: 180, default: 0 })
  longitude!: number;

  @Text({ max: 64, default: '' })
  phone!: string;

  @Text({ max: 64, default: '' })
  mobile!: string;

  @Text({ max: 64, default: '' })
  fax!: string;

  @Text({ max: 64, default: '' })
  nif!: string;

  @Text({ max: 64, default: '' })
  vat!: string;

  @Flag({ default: false, description: 'Equivalence surcharge' })
  re!: boolean;

  @Flag({ default: false })
  reverseChargeVat!: boolean;

  @Flag({ default: true, description: 'false: nothing is taxed' })
  tax!: boolean;
}

export class OrderUserDto {
  @Email()
  email!: string;

  @OneOf([0, 1, 2], { default: 0, description: '1 male, 2 female, 0 not told' })
  gender!: 0 | 1 | 2;

  @Nested(() => OrderAddressDto)
  billingAddress!: OrderAddressDto;

  @Nested(() => OrderAddressDto, { optional: true })
  shippingAddress?: OrderAddressDto;
}

export class OrderTaxDto {
  @Reference()
  tax!: ReferenceDto;

  @Rate({ optional: true, description: "Percent; the tax's own when absent" })
  rate?: number;

  @Rate({ optional: true, description: "Surcharge in percent; the tax's own when absent" })
  reRate?: number;
}

class DiscountDto {
  @Text({ max: 255 })
  name!: string;

  @Money({ min: 0, description: 'The money taken off, whatever the type' })
  amount!: number;

  @Text({ max: 65_535, default: '' })
  description!: string;

  @Decimal({ decimals: 6, min: 0, max: 1_000_000_000, default: 0, description: 'For information' })
  discountValue!: number;
}

/** A discount of a line or of a shipment. */
export class OrderPartDiscountDto extends DiscountDto {
  @Text({ max: 255, default: '' })
  code!: string;

  @OneOf([1, 2], { default: 1, description: '1 absolute, 2 percentage' })
  discountType!: 1 | 2;
}

/** A discount of the whole order. */
export class OrderDiscountDto extends DiscountDto {
  @Text({ max: 255, default: '' })
  ticketCode!: string;

  @OneOf([1, 2], { default: 1, description: '1 absolute, 2 percentage' })
  amountType!: 1 | 2;

  @OneOf([1, 2, 3], { default: 1, description: '1 products, 2 shipping, 3 total' })
  applyTo!: 1 | 2 | 3;
}

/** A reference to something of the store that the service needs not know. */
export class SnapshotReferenceDto {
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, optional: true })
  id?: number;

  @PublicId({ optional: true })
  pId?: string;
}

export class OrderOptionValueDto {
  @Text({ max: 255 })
  value!: string;

  @Money({ default: 0, description: 'Added to the unit price' })
  price!: number;

  @Float({ min: 0, max: 1e9, default: 0 })
  weight!: number;

  @Nested(() => SnapshotReferenceDto, { optional: true })
  productOptionValue?: SnapshotReferenceDto;
}

export class OrderOptionDto {
  @Text({ max: 255 })
  name!: string;

  @Nested(() => SnapshotReferenceDto, { optional: true })
  option?: SnapshotReferenceDto;

  @Text({ max: 255, default: '' })
  prompt!: string;

  @ListOf(() => OrderOptionValueDto, { optional: true })
  values?: OrderOptionValueDto[];
}

export class OrderStockDto {
  @Reference()
  warehouse!: ReferenceDto;

  @Decimal({ decimals: 3, min: 0 })
  quantity!: number;

  @Instant({ optional: true })
  date?: Date;
}

/** What a line has, be it of its own or one of a bundle's. */
class RowFieldsDto {
  @Reference({ optional: true })
  product?: ReferenceDto;

  @Text({ max: 255 })
  name!: string;

  @Text({ max: 255, default: '' })
  sku!: string;

  @Text({ max: 64, default: '' })
  ean!: string;

  @Text({ max: 64, default: '' })
  isbn!: string;

  @Text({ max: 64, default: '' })
  jan!: string;

  @Text({ max: 64, default: '' })
  upc!: string;

  @Text({ max: 255, default: '' })
  manufacturerSku!: string;

  @Text({ max: 255, default: '' })
  brandName!: string;

  @Text({ max: 2048, default: '' })
  image!: string;

  @Text({ max: 2048, default: '' })
  link!: string;

  @Decimal({ decimals: 3, above: 0, description: 'Of the whole order, also in a bundle' })
  quantity!: number;

  @Money({ default: 0 })
  previousPrice!: number;

  @Float({ min: 0, max: 1e9, default: 0 })
  weight!: number;

  @Flag({ default: false, description: 'Can not be returned' })
  noReturn!: boolean;

  @Flag({ default: false })
  onRequest!: boolean;

  @Int({ min: 0, default: 0 })
  onRequestDays!: number;

  @Int({ min: 0, default: 0 })
  backorder!: number;

  @ListOf(() => OrderTaxDto, { optional: true })
  taxes?: OrderTaxDto[];

  @ListOf(() => OrderPartDiscountDto, { optional: true })
  discounts?: OrderPartDiscountDto[];

  @ListOf(() => OrderOptionDto, { optional: true })
  options?: OrderOptionDto[];

  @ListOf(() => OrderStockDto, { optional: true })
  stocks?: OrderStockDto[];
}

export class OrderItemDto extends RowFieldsDto {
  @OneOf(['product', 'gift'], { default: 'product' })
  type!: 'product' | 'gift';

  @Money({ description: 'Of one unit, before tax' })
  price!: number;
}

export class OrderRowDto extends RowFieldsDto {
  @OneOf(['product', 'gift', 'bundle'], { default: 'product' })
  type!: 'product' | 'gift' | 'bundle';

  @Money({
    optional: true,
    description: 'Of one unit, before tax; absent for a bundle, else needed',
  })
  price?: number;

  @ListOf(() => OrderItemDto, { optional: true, description: 'The lines of a bundle' })
  items?: OrderItemDto[];
}

export class OrderShipmentRowDto {
  @Int({ min: 0, description: 'Index into rows' })
  row!: number;

  @Decimal({ decimals: 3, above: 0 })
  quantity!: number;
}

export class OrderShipmentDto {
  @PublicId({ optional: true })
  pId?: string;

  @Reference({ optional: true })
  shippingType?: ReferenceDto;

  @Text({ max: 255, default: '' })
  name!: string;

  @Money({ default: 0, min: 0, description: 'Before tax' })
  price!: number;

  @ListOf(() => OrderTaxDto, { optional: true })
  taxes?: OrderTaxDto[];

  @ListOf(() => OrderPartDiscountDto, { optional: true })
  discounts?: OrderPartDiscountDto[];

  @Int({ min: 0, default: 0 })
  packages!: number;

  @Text({ max: 190, min: 1, optional: true })
  trackingNumber?: string;

  @OneOf([0, 1, 2, 3, 4], { default: 1 })
  status!: 0 | 1 | 2 | 3 | 4;

  @Instant({ optional: true, description: "The order's date when absent" })
  incomingDate?: Date;

  @Reference({ optional: true })
  physicalLocation?: ReferenceDto;

  @ListOf(() => OrderShipmentRowDto, { optional: true, description: 'All rows when absent' })
  rows?: OrderShipmentRowDto[];
}

export class OrderDeliveryDto {
  @OneOf([0, 1], { default: 0, description: '0 shipping, 1 picking' })
  type!: 0 | 1;

  @Reference({ optional: true })
  physicalLocation?: ReferenceDto;
}

export class OrderPaymentDto {
  @Reference({ optional: true })
  paymentSystem?: ReferenceDto;

  @Text({ max: 255, default: '' })
  name!: string;

  @Money({ default: 0, description: 'Before tax; negative where paying so is rewarded' })
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
  @PublicId()
  pId!: string;

  @Rate({ default: 0 })
  percentCommission!: number;
}

export class OrderInformationDto {
  @Text({ max: 255 })
  name!: string;

  @Text({ max: 65_535, default: '' })
  value!: string;
}

export class OrderGivenTotalsDto {
  @Money({ optional: true })
  total?: number;

  @Money({ optional: true })
  subtotal?: number;

  @Money({ optional: true })
  totalTaxes?: number;
}

/** An order as it comes in: a line of the import, or the body of `POST /v1/orders`. */
export class OrderLineDto {
  @PublicId({ example: 'web-100042' })
  pId!: string;

  @Instant()
  date!: Date;

  @CurrencyCode()
  currencyCode!: string;

  @ListOf(() => OrderRowDto, { min: 1 })
  rows!: OrderRowDto[];

  @Nested(() => OrderUserDto)
  user!: OrderUserDto;

  @Text({
    max: 255,
    min: 1,
    optional: true,
    description: 'Kept as given; absent: the next of the series',
  })
  documentNumber?: string;

  @OneOf(startStates, { default: 1 })
  status!: (typeof startStates)[number];

  @Reference({ optional: true })
  subStatus?: ReferenceDto;

  @Flag({ default: false })
  exported!: boolean;

  @Flag({ default: false })
  paid!: boolean;

  @Instant({ optional: true })
  paymentDate?: Date;

  @Instant({ optional: true })
  deliveryDate?: Date;

  @Text({ max: 65_535, default: '' })
  comment!: string;

  @LanguageCode({ optional: true, description: "The store's default when absent" })
  languageCode?: string;

  @Flag({ default: false })
  reverseChargeVat!: boolean;

  @Reference({ optional: true, description: 'The only or first imported one when absent' })
  channel?: ReferenceDto;

  @Reference({ optional: true, description: 'The only or first imported one when absent' })
  headquarter?: ReferenceDto;

  @CurrencyCode({ optional: true })
  sourceCurrencyCode?: string;

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

  @ListOf(() => OrderVoucherDto, { optional: true, unique: 'code' })
  vouchers?: OrderVoucherDto[];

  @ListOf(() => OrderInformationDto, { optional: true })
  additionalInformation?: OrderInformationDto[];

  @Nested(() => OrderGivenTotalsDto, { optional: true })
  totals?: OrderGivenTotalsDto;

  @Flag({ default: false, description: 'Keeps the given totals whatever was computed' })
  trustTotals!: boolean;
}
