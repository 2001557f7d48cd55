import {
  Code,
  UpdateType,
  SchemaExample,
  Flag,
  IdPath,
  ListOf,
  RecordId,
  Reference,
  type ReferenceDto,
  Text,
} from '../../../api';
import { type SupplierItemType, supplierItemTypeCodes } from './supplier-item-type';

@SchemaExample({ item: { pId: 'mug' }, itemType: 1 })
export class SupplierItemDto {
  @Reference({ description: 'The product or category' })
  item!: ReferenceDto;

  @Code(supplierItemTypeCodes)
  itemType!: SupplierItemType;
}

export class SupplierDto {
  @Flag({ default: true })
  active!: boolean;

  @ListOf(() => SupplierItemDto, { optional: true })
  items?: SupplierItemDto[];

  @Text({ max: 2048, optional: true, description: 'URL of the logo' })
  logo?: string;
}

@SchemaExample({ items: [{ item: { pId: 'teapot' }, itemType: 1 }] })
export class UpdateSupplierDto extends UpdateType(SupplierDto) {}

/** `{id}` of a user and `{productId}` of a product or category that it supplies. */
export class SupplierItemPath extends IdPath {
  @RecordId({ description: 'Internal identifier of the product or category' })
  productId!: number;
}

export class SupplierItemQuery {
  @Code(supplierItemTypeCodes, { default: 1, isExtension: true })
  itemType!: SupplierItemType;
}
