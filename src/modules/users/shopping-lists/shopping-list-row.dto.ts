import {
  Example,
  Float,
  Int,
  ListOf,
  Nested,
  OneOf,
  PublicId,
  RecordId,
  SearchQuery,
  Sort,
  Text,
} from '../../../api';
import { type ReferenceType, referenceTypes } from './reference-type';

const importances = ['LOWEST', 'LOW', 'MEDIUM', 'HIGH', 'HIGHEST'] as const;

export class ShoppingOptionValueDto {
  @Float({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
  value!: number;
}

export class ShoppingOptionDto {
  @RecordId({ description: 'Of the option' })
  id!: number;

  @ListOf(() => ShoppingOptionValueDto, { optional: true })
  values?: ShoppingOptionValueDto[];
}

export class ShoppingBundleOptionDto {
  @RecordId({ description: "Of the bundle's part" })
  id!: number;

  @ListOf(() => ShoppingOptionDto, { optional: true })
  options?: ShoppingOptionDto[];
}

export class ShoppingReferenceDto {
  @RecordId({ description: 'Of the product or bundle' })
  id!: number;

  @OneOf(referenceTypes, { default: 'PRODUCT' })
  type!: ReferenceType;

  @ListOf(() => ShoppingOptionDto, { optional: true })
  productOptions?: ShoppingOptionDto[];

  @ListOf(() => ShoppingBundleOptionDto, { optional: true })
  bundleOptions?: ShoppingBundleOptionDto[];
}

@Example({ comment: 'In blue', quantity: 2, reference: { id: 3, type: 'PRODUCT' } })
export class ShoppingListRowDto {
  @PublicId({ optional: true, example: 'row-1', description: 'Unique within the list' })
  pId?: string;

  @Text({ max: 255, default: '' })
  comment!: string;

  @OneOf(importances, { default: 'MEDIUM' })
  importance!: (typeof importances)[number];

  @Int({ default: 0 })
  priority!: number;

  @Int({ min: 1, default: 1 })
  quantity!: number;

  @Nested(() => ShoppingReferenceDto, { optional: true })
  reference?: ShoppingReferenceDto;
}

export class ShoppingListRowQuery extends SearchQuery {
  @Sort(['id', 'priority', 'dateAdded'])
  sort!: string;
}
