import { type ResponseSpec, defineRecord, type RecordField } from '../../../../api';
import {
  mergePlans,
  createLoadPlan,
  planFor,
  type PlanRelations,
} from '../../../../core/load-plan';
import { rowTypes } from '../../documents';
import type { DocumentRow } from '../../documents/entities/document-row.entity';
import { SalesDocument } from '../../documents/entities/document.entity';
import type { RowOption } from '../../documents/entities/row-option.entity';
import { rowTagsField } from '../../documents/records/document-tag.record';
import { nestedListField } from '../../documents/records/parts-field';
import {
  anyRowRecord,
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
export const orderItem: ResponseSpec<DocumentRow> = {
  schema: (nested) => nested(anyRowRecord),
  write: (row, context) =>
    row.type === rowTypes.bundle
      ? bundleRowRecord.write(row, context)
      : rowRecord.write(row, context),
  plan: () => wholeItem,
  hasBodyETag: true,
};

/** Uses the relations of the document; order-items.service.ts only loads the parts of the row. */
const wholeItem = mergePlans(rowRelations.rows, createLoadPlan(SalesDocument, [], rowRelations));

function partOfItem<W extends object>(
  name: string,
  field: { readonly [K in keyof W]: RecordField<DocumentRow, W[K]> },
  relations: readonly (keyof typeof rowRelations)[],
) {
  const read = Object.fromEntries(relations.map((one) => [one, rowRelations[one]]));
  return singleKeyResponse(
    defineRecord<DocumentRow>()(name, field),
    planFor<SalesDocument>([], read as PlanRelations<SalesDocument>),
  );
}

export const itemCustomTags = partOfItem('orderItemTags', { CUSTOMTAGS: rowTagsField() }, [
  'customTags',
]);
export const itemDiscounts = partOfItem(
  'orderItemDiscounts',
  { DISCOUNTS: nestedListField<DocumentRow, 'discounts', object>('discounts', rowDiscountRecord) },
  ['discounts'],
);
export const itemOptions = partOfItem(
  'orderItemOptions',
  { OPTIONS: nestedListField<DocumentRow, 'options', object>('options', rowOptionRecord) },
  ['options', 'optionValues'],
);
export const itemStocks = partOfItem(
  'orderItemStocks',
  { STOCKS: nestedListField<DocumentRow, 'stocks', object>('stocks', rowStockRecord) },
  ['stocks'],
);

/** The selected values of a row's option. */
export const optionValues = singleKeyResponse(
  defineRecord<RowOption>()('orderOptionValues', {
    VALUES: nestedListField('values', optionValueRecord),
  }),
  optionValueRecord.plan(),
);
