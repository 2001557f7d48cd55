import {
  Editable,
  Example,
  Flag,
  IdPath,
  ListOf,
  OneOf,
  RecordId,
  Reference,
  type ReferenceDto,
  Text,
} from '../../../api';
import { type SupplierItemType, supplierItemTypes } from './supplier-item-type';

const itemTypeText = '1 products, 2 categories';

@Example({ item: { pId: 'mug' }, itemType: 1 })
export class SupplierItemDto {
  @Reference({ description: 'The product or category' })
  item!: ReferenceDto;

  @OneOf(supplierItemTypes, { description: itemTypeText })
  itemType!: SupplierItemType;
}

export class SupplierDto {
  @Flag({ default: true })
  active!: boolean;

  @ListOf(() => SupplierItemDto, { optional: true })
  items?: SupplierItemDto[];

  @Text({ max: 2048, optional: true, description: 'Address of a picture' })
  logo?: string;
}

@Example({ active: true, items: [{ item: { pId: 'teapot' }, itemType: 1 }] })
export class UpdateSupplierDto extends Editable(SupplierDto) {}

/** `{id}` of a user and `{productId}` of a product or category that it supplies. */
export class SupplierItemPath extends IdPath {
  @RecordId({ description: 'Internal identifier of the product or category' })
  productId!: number;
}

export class SupplierItemQuery {
  @OneOf(supplierItemTypes, { default: 1, description: itemTypeText, extension: true })
  itemType!: SupplierItemType;
}
