import {
  Decimal,
  ListOf,
  PublicId,
  RecordId,
  Reference,
  type ReferenceDto,
  SchemaExample,
  Text,
} from '../../../../api';

/** A quantity of a row in a new shipment. */
class ShippedRowDto {
  @Text({ max: 255, optional: true, description: 'HASH of a row of the order' })
  hash?: string;

  @RecordId({ optional: true, description: 'ID of the row, for bundles: their record has no HASH' })
  id?: number;

  @Decimal({ decimals: 3, above: 0 })
  quantity!: number;
}

/** A new shipment of an order. */
@SchemaExample({
  pId: 'web-1001-2',
  rows: [{ hash: '6fb391e671919a5e61fe6a8da5bfabc3', quantity: 1 }],
})
export class NewShipmentDto {
  @PublicId({ optional: true, example: 'web-1001-2' })
  pId?: string | null;

  @Reference({ optional: true, description: 'Where the shipment starts; absent: as in `from`' })
  physicalLocation?: ReferenceDto | null;

  @ListOf(() => ShippedRowDto, { min: 1, description: 'Quantities of one row are added up' })
  rows!: ShippedRowDto[];

  @Reference({
    optional: true,
    description:
      'The shipment of the order that gives up the rows; absent: they are in no shipment yet',
  })
  from?: ReferenceDto | null;
}
