import {
  Decimal,
  SchemaExample,
  ListOf,
  Money,
  Nested,
  OneOf,
  RecordId,
  Text,
} from '../../../../api';
import {
  type AdditionalItemType,
  additionalItemTypes,
} from '../../documents/entities/additional-item.entity';

/** An amount that is given back in addition to the lines. */
@SchemaExample({ type: 'SHIPPING', name: 'Postage', amount: 2 })
export class AdditionalItemDto {
  @OneOf(additionalItemTypes)
  type!: AdditionalItemType;

  @Text({ max: 255 })
  name!: string;

  @Money({
    min: 0,
    description:
      'SHIPPING and PAYMENT with tax; at most the invoiced amount of the type that is not given back yet',
  })
  amount!: number;
}

/** How goods come back. */
export class RmaDeliveryDto {
  @OneOf(['SHIPPING', 'PICKING'])
  type!: 'SHIPPING' | 'PICKING';

  @RecordId({
    description: 'Id of a shipping type for SHIPPING, of a physical location for PICKING',
  })
  itemId!: number;

  @Money({ min: 0, default: 0, description: 'For information: it is in no total' })
  amount!: number;
}

/** A line that is returned. */
export class RmaItemDto {
  @Text({ max: 255, description: "The line's HASH; of a bundle those of its items" })
  hash!: string;

  @Decimal({ decimals: 3, above: 0, default: 1 })
  quantity!: number;
}

/** A request to return goods, or to give amounts back. */
@SchemaExample({
  items: [{ hash: '6fb391e671919a5e61fe6a8da5bfabc3', quantity: 1 }],
  comment: 'Arrived broken',
})
export class RmaRequestDto {
  @ListOf(() => RmaItemDto, {
    optional: true,
    uniqueMembers: ['hash'],
    description: 'Lines of the order, each at most once; items or additional items are needed',
  })
  items?: RmaItemDto[];

  @ListOf(() => AdditionalItemDto, { optional: true })
  additionalItems?: AdditionalItemDto[];

  @Text({ max: 65_535, default: '' })
  comment!: string;

  @Nested(() => RmaDeliveryDto, { optional: true })
  delivery?: RmaDeliveryDto;
}
