import {
  SchemaExample,
  Decimal,
  Float,
  Int,
  ListOf,
  Nested,
  PublicId,
  ReferencePid,
  SearchQuery,
  Sort,
  Text,
} from '../../../api';
import { shoppingListReferenceTypes } from './shopping-list-reference-type';

const importances = ['LOWEST', 'LOW', 'MEDIUM', 'HIGH', 'HIGHEST'] as const;

/** An internal identifier that may be omitted. */
const OptionalIdField = (description: string) =>
  Int({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 0, example: 1, description });

export class ShoppingOptionValueDto {
  @Float({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, default: 0 })
  value!: number;
}

export class ShoppingOptionDto {
  @OptionalIdField('Internal identifier of the option; 0 means no option')
  id!: number;

  @ListOf(() => ShoppingOptionValueDto, { optional: true })
  values?: ShoppingOptionValueDto[];
}

export class ShoppingBundleOptionDto {
  @OptionalIdField("Internal identifier of the bundle's part; 0 means no part")
  id!: number;

  @ListOf(() => ShoppingOptionDto, { optional: true })
  options?: ShoppingOptionDto[];
}

export class ShoppingReferenceDto {
  @OptionalIdField('Internal identifier of the product or bundle; 0 means no reference by id')
  id!: number;

  @ReferencePid({
    optional: true,
    isExtension: true,
    description: 'Public identifier of the product or bundle, required without an id',
  })
  pId?: string;

  @Text({
    max: 255,
    default: '',
    example: 'PRODUCT',
    suggestions: shoppingListReferenceTypes,
    description:
      'BUNDLE refers to a bundle, any other text to a product. If empty, PRODUCT applies to a reference with an id or a pId',
  })
  type!: string;

  @ListOf(() => ShoppingOptionDto, { optional: true })
  productOptions?: ShoppingOptionDto[];

  @ListOf(() => ShoppingBundleOptionDto, { optional: true })
  bundleOptions?: ShoppingBundleOptionDto[];
}

@SchemaExample({ comment: 'In blue', quantity: 2, reference: { id: 3, type: 'PRODUCT' } })
export class ShoppingListRowDto {
  @PublicId({ optional: true, example: 'row-1', description: 'Unique within the list' })
  pId?: string | null;

  @Text({ max: 255, default: '' })
  comment!: string;

  @Text({ max: 255, default: 'MEDIUM', suggestions: importances, example: 'MEDIUM' })
  importance!: string;

  @Int({ default: 0 })
  priority!: number;

  @Decimal({ decimals: 3, above: 0, max: 2_147_483_647, default: 1 })
  quantity!: number;

  @Nested(() => ShoppingReferenceDto, { optional: true })
  reference?: ShoppingReferenceDto;
}

export class ShoppingListRowQuery extends SearchQuery {
  @Sort(['id', 'priority', 'dateAdded'])
  sort!: string;
}
