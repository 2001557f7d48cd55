import { type ResponseSpec, defineRecord, type RecordField } from '../../../../api';
import {
  mergePlans,
  createLoadPlan,
  createLoadPlanForType,
  type PlanRelations,
} from '../../../../core/load-plan';
import { rowTypes } from '../../documents';
import type { DocumentRow } from '../../documents/entities/document-row.entity';
import { SalesDocument } from '../../documents/entities/document.entity';
import type { RowOption } from '../../documents/entities/row-option.entity';
import { rowTagsField } from '../../documents/records/document-tag.record';
import { nestedListField } from '../../documents/records/nested-list-field';
import {
  anyRowSchema,
  bundleRowRecord,
  optionValueRecord,
  rowOptionRecord,
  rowRecord,
  rowRelations,
  rowStockRecord,
} from '../../documents/records/row.record';
import { rowDiscountRecord } from '../../documents/records/tax-and-discount.record';
import { singleKeyResponse } from './order-part.record';

/** A row of an order, an item of a bundle, or a bundle with its items. */
export const orderItemResponse: ResponseSpec<DocumentRow> = {
  schema: (nested) => nested(anyRowSchema),
  serialize: (row, context) =>
    row.type === rowTypes.bundle
      ? bundleRowRecord.serialize(row, context)
      : rowRecord.serialize(row, context),
  getLoadPlan: () => wholeItemPlan,
  hasBodyETag: true,
};

/** Uses the relations of the document; order-items.service.ts only loads the parts of the row. */
const wholeItemPlan = mergePlans(
  rowRelations.rows,
  createLoadPlan(SalesDocument, [], rowRelations),
);

function createItemPartResponse<W extends object>(
  name: string,
  field: { readonly [K in keyof W]: RecordField<DocumentRow, W[K]> },
  relations: readonly (keyof typeof rowRelations)[],
) {
  const selectedRelations = Object.fromEntries(relations.map((one) => [one, rowRelations[one]]));
  return singleKeyResponse(
    defineRecord<DocumentRow>()(name, field),
    createLoadPlanForType<SalesDocument>([], selectedRelations as PlanRelations<SalesDocument>),
  );
}

export const itemCustomTagsResponse = createItemPartResponse(
  'orderItemTags',
  { CUSTOMTAGS: rowTagsField() },
  ['customTags'],
);
export const itemDiscountsResponse = createItemPartResponse(
  'orderItemDiscounts',
  { DISCOUNTS: nestedListField<DocumentRow, 'discounts', object>('discounts', rowDiscountRecord) },
  ['discounts'],
);
export const itemOptionsResponse = createItemPartResponse(
  'orderItemOptions',
  { OPTIONS: nestedListField<DocumentRow, 'options', object>('options', rowOptionRecord) },
  ['options', 'optionValues'],
);
export const itemStocksResponse = createItemPartResponse(
  'orderItemStocks',
  { STOCKS: nestedListField<DocumentRow, 'stocks', object>('stocks', rowStockRecord) },
  ['stocks'],
);

/** The selected values of a row's option. */
export const optionValuesResponse = singleKeyResponse(
  defineRecord<RowOption>()('orderOptionValues', {
    VALUES: nestedListField('values', optionValueRecord),
  }),
  optionValueRecord.getLoadPlan(),
);
