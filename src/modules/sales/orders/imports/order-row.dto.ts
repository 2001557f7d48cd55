import {
  Code,
  Decimal,
  Flag,
  Float,
  Instant,
  Int,
  ListOf,
  Money,
  OneOf,
  Rate,
  Reference,
  type ReferenceDto,
  Text,
} from '../../../../api';
import { amountTypeCodes, applyToCodes } from '../../documents';
import { RowTagDto } from '../tags/document-tag.dto';

export class OrderTaxDto {
  @Reference()
  tax!: ReferenceDto;

  @Rate({ optional: true, description: "Percent; absent: the tax's own rate" })
  rate?: number;

  @Rate({ optional: true, description: "Surcharge in percent; absent: the tax's own rate" })
  reRate?: number;
}

class DiscountDto {
  @Text({ max: 255 })
  name!: string;

  @Money({ min: 0, description: 'The deducted amount, for any type' })
  amount!: number;

  @Text({ max: 65_535, default: '' })
  description!: string;

  @Decimal({ decimals: 6, min: 0, max: 1_000_000_000, default: 0, description: 'Informative only' })
  discountValue!: number;
}

/** A discount of a row or of a shipment. */
export class OrderPartDiscountDto extends DiscountDto {
  @Text({ max: 255, default: '' })
  code!: string;

  @Code(amountTypeCodes, { default: 1 })
  discountType!: 1 | 2;
}

/** A discount of the whole order. */
export class OrderDiscountDto extends DiscountDto {
  @Text({ max: 255, default: '' })
  ticketCode!: string;

  @Code(amountTypeCodes, { default: 1 })
  amountType!: 1 | 2;

  @Code(applyToCodes, { default: 1 })
  applyTo!: 1 | 2 | 3;
}

export class OrderOptionValueDto {
  @Text({ max: 255 })
  value!: string;

  @Money({ default: 0, description: 'Added to the unit price' })
  price!: number;

  @Float({ min: 0, max: 1e9, default: 0 })
  weight!: number;

  @Reference({ optional: true, description: 'May be unknown to the store' })
  productOptionValue?: ReferenceDto | null;
}

export class OrderOptionDto {
  @Text({ max: 255 })
  name!: string;

  @Reference({ optional: true, description: 'May be unknown to the store' })
  option?: ReferenceDto | null;

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
  date?: Date | null;
}

/** Fields that rows and items of bundles share. */
class RowFieldsDto {
  @Reference({ optional: true })
  product?: ReferenceDto | null;

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

  @Decimal({
    decimals: 3,
    above: 0,
    description: 'Quantity in the whole order, also for an item of a bundle',
  })
  quantity!: number;

  @Money({ default: 0 })
  previousPrice!: number;

  @Float({ min: 0, max: 1e9, default: 0 })
  weight!: number;

  @Flag({ default: false, description: "The row can't be returned" })
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

  @ListOf(() => RowTagDto, { optional: true, description: 'Tags of products or of orders' })
  customTags?: RowTagDto[];
}

export class OrderItemDto extends RowFieldsDto {
  @OneOf(['product', 'gift'], { default: 'product' })
  type!: 'product' | 'gift';

  @Money({ description: 'Price of one unit, before tax' })
  price!: number;
}

export class OrderRowDto extends RowFieldsDto {
  @OneOf(['product', 'gift', 'bundle'], { default: 'product' })
  type!: 'product' | 'gift' | 'bundle';

  @Money({
    optional: true,
    description: 'Price of one unit, before tax; required, but not allowed for a bundle',
  })
  price?: number;

  @ListOf(() => OrderItemDto, { optional: true, description: 'Items of a bundle' })
  items?: OrderItemDto[];
}
