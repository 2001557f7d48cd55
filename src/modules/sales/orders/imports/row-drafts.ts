import { compileObjectFactory } from '../../../../core/object-factory';
import { rowTypes } from '../../documents';
import { importedRowColumns } from '../../documents/copies/copied-columns';
import type {
  DiscountDraft,
  ItemDraft,
  OptionDraft,
  RowDraft,
  StockDraft,
  TagDraft,
} from '../../documents/writing/document-draft';
import { discountScopes, type RowAmounts } from '../../totals';
import { toRowTagDrafts, type TagContext } from '../tags/tag-drafts';
import { createInvalidRequest } from './order-errors';
import type { OrderLineDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';
import type {
  OrderItemDto,
  OrderOptionDto,
  OrderPartDiscountDto,
  OrderRowDto,
} from './order-row.dto';
import { toOrderTaxDraft } from './order-taxes';
import { toRowIdentifier } from './row-identifier';

type RowOrItemDto = OrderRowDto | OrderItemDto;

/** A row with its resolved references, without amounts. */
interface ResolvedItem {
  readonly dto: RowOrItemDto;
  readonly product: ReturnType<OrderLookups['getProduct']> | undefined;
  readonly stocks: readonly StockDraft[];
  readonly tags: readonly TagDraft[];
}

export interface ResolvedRow extends ResolvedItem {
  readonly items: readonly ResolvedItem[];
}

/**
 * Resolves the references of an order's rows.
 * @param tagContext undefined when the order has no tags
 * @throws InvalidRequest for malformed rows, ReferenceNotFound, and the errors of `toRowTagDrafts`
 */
export function resolveRows(
  order: OrderLineDto,
  lookups: OrderLookups,
  tagContext: TagContext | undefined,
): ResolvedRow[] {
  order.rows.forEach(requireValidShape);
  return order.rows.map((row, rowIndex) => {
    const pointer = `/rows/${rowIndex}`;
    const { dto, product, stocks, tags: rowTags } = resolveItem(row, pointer, lookups, tagContext);
    const items = (row.items ?? []).map((item, itemIndex) =>
      resolveItem(item, `${pointer}/items/${itemIndex}`, lookups, tagContext),
    );
    return { dto, product, stocks, tags: rowTags, items };
  });
}

/** Creates the drafts of an order's rows with their amounts. */
export function toRowDrafts(
  pId: string,
  rows: readonly ResolvedRow[],
  amounts: readonly RowAmounts[],
  lookups: OrderLookups,
): RowDraft[] {
  const toItemDraft = (one: ResolvedItem, rowAmounts: RowAmounts, path: string): ItemDraft => ({
    row: toRowColumns(one.dto, {
      product: one.product,
      amounts: rowAmounts,
      hash: toRowIdentifier(pId, path),
    }),
    options: (one.dto.options ?? []).map(toOptionDraft),
    stocks: one.stocks,
    taxes: rowAmounts.taxes.map((tax) => toOrderTaxDraft(tax, lookups)),
    discounts: (one.dto.discounts ?? []).map((discount) =>
      toPartDiscountDraft(discount, { owner: 'row' }),
    ),
    tags: one.tags,
  });
  return rows.map((row, rowIndex) => {
    const rowAmounts = amounts[rowIndex] as RowAmounts;
    const {
      row: columns,
      options,
      stocks,
      taxes,
      discounts,
      tags,
    } = toItemDraft(row, rowAmounts, String(rowIndex));
    const items = row.items.map((item, itemIndex) =>
      toItemDraft(item, rowAmounts.items[itemIndex] as RowAmounts, `${rowIndex}.${itemIndex}`),
    );
    return { row: columns, items, options, stocks, taxes, discounts, tags };
  });
}

/** Iterates over the rows, each bundle before its items. */
export function* iterateRows({ rows }: OrderLineDto): Generator<RowOrItemDto> {
  for (const row of rows) {
    yield row;
    if (row.items) yield* row.items;
  }
}

/** The scopes (`applyTo`) of discounts of a part of an order. Discounts of rows have 0, which is no scope. */
const scopeByOwner = { row: 0, shipment: discountScopes.shipping } as const;

/** Creates the draft of a discount of a row or of a shipment. */
export function toPartDiscountDraft(
  discount: OrderPartDiscountDto,
  { owner }: { readonly owner: keyof typeof scopeByOwner },
): DiscountDraft {
  return {
    name: discount.name,
    amount: discount.amount,
    description: discount.description,
    code: discount.code,
    amountType: discount.discountType,
    value: discount.discountValue,
    applyTo: scopeByOwner[owner],
  };
}

/** Checks what the schema can't express: bundles have items but no own values, all other rows have a price. */
function requireValidShape(row: OrderRowDto, rowIndex: number): void {
  const pointer = `/rows/${rowIndex}`;
  if (row.type !== 'bundle') {
    if (row.price === undefined) {
      throw createInvalidRequest(`${pointer}/price`, 'field.required', 'price is required.');
    }
    if (row.items) {
      throw createInvalidRequest(`${pointer}/items`, 'row.items', 'Only a bundle can have items.');
    }
    return;
  }
  if (row.price !== undefined) {
    throw createInvalidRequest(
      `${pointer}/price`,
      'row.bundle',
      "A bundle can't have a price; only its items can.",
    );
  }
  if (row.options) {
    throw createInvalidRequest(
      `${pointer}/options`,
      'row.bundle',
      "A bundle can't have options; only its items can.",
    );
  }
  if (row.customTags) {
    throw createInvalidRequest(
      `${pointer}/customTags`,
      'row.bundle',
      "A bundle can't have tags; only its items can.",
    );
  }
  if (!row.items?.length) {
    throw createInvalidRequest(
      `${pointer}/items`,
      'row.bundle',
      'A bundle needs at least one item.',
    );
  }
}

const NO_TAGS: readonly TagDraft[] = [];

function resolveItem(
  dto: RowOrItemDto,
  pointer: string,
  lookups: OrderLookups,
  tagContext: TagContext | undefined,
): ResolvedItem {
  const { type, product, customTags } = dto;
  return {
    dto,
    product: product ? lookups.getProduct(type, product, `${pointer}/product`) : undefined,
    stocks: toStockDrafts(dto, lookups, pointer),
    tags:
      tagContext && customTags
        ? toRowTagDrafts(customTags, `${pointer}/customTags`, tagContext)
        : NO_TAGS,
  };
}

interface RowContext extends Pick<ResolvedItem, 'product'> {
  readonly amounts: RowAmounts;
  readonly hash: string;
}

const toRowColumns = compileObjectFactory<RowOrItemDto, RowContext>([
  ['sourceRowId', () => null],
  ['type', ({ type }) => rowTypes[type]],
  ['hash', (_source, { hash }) => hash],
  ['productId', (_source, { product }) => product?.id ?? null],
  ['productPId', (_source, { product }) => product?.pId ?? null],
  ...importedRowColumns,
  ['price', ({ price }) => price ?? 0],
  ['optionsPrice', (_source, { amounts }) => amounts.optionsPrice],
  ['total', (_source, { amounts }) => amounts.total],
  ['share', (_source, { amounts }) => amounts.basketDiscountShare],
  ['totalTaxes', (_source, { amounts }) => amounts.totalTaxes],
  ['returned', () => 0],
]) as unknown as (source: RowOrItemDto, context: RowContext) => ItemDraft['row'];

function toOptionDraft({ name, option, prompt, values = [] }: OrderOptionDto): OptionDraft {
  return {
    option: {
      name,
      prompt,
      optionId: option?.id ?? null,
      optionPId: option?.pId ?? null,
    },
    values: values.map(({ value, price, weight, productOptionValue }) => ({
      value,
      price,
      weight,
      valueId: productOptionValue?.id ?? null,
      valuePId: productOptionValue?.pId ?? null,
    })),
  };
}

function toStockDrafts(
  { stocks = [] }: RowOrItemDto,
  lookups: OrderLookups,
  pointer: string,
): StockDraft[] {
  return stocks.map(({ warehouse, quantity, date }, index) => {
    const { id, pId } = lookups.getCatalogRecord(
      'warehouse',
      warehouse,
      `${pointer}/stocks/${index}/warehouse`,
    );
    return { warehouseId: id, warehousePId: pId, quantity, date: date ?? null };
  });
}
