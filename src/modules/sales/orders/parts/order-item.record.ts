import { type ResponseSpec, defineRecord, type RecordField } from '../../../../api';
import {
  mergePlans,
  createLoadPlan,
  planFor,
  type PlanRelations,
} from '../../../../core/load-plan';
import {
  bundleRowRecord,
  type DocumentRow,
  optionValueRecord,
  partsField,
  rowDiscountRecord,
  type RowOption,
  rowOptionRecord,
  rowRecord,
  rowRelations,
  rowStockRecord,
  rowTypes,
  rowTagsField,
  SalesDocument,
} from '../../documents';
import { singleKeyResponse } from './order-part.record';

/** A line of an order, also one of a bundle's, or a bundle with its lines. */
export const orderItem: ResponseSpec<DocumentRow> = {
  schema: (nested) => ({ anyOf: [nested(rowRecord), nested(bundleRowRecord)] }),
  write: (row, context) =>
    row.type === rowTypes.bundle
      ? bundleRowRecord.write(row, context)
      : rowRecord.write(row, context),
  plan: () => wholeItem,
  tagged: true,
};

/** The relations are those of the whole document; of each the line's part is read (order-items.service.ts). */
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
  { DISCOUNTS: partsField<DocumentRow, 'discounts', object>('discounts', rowDiscountRecord) },
  ['discounts'],
);
export const itemOptions = partOfItem(
  'orderItemOptions',
  { OPTIONS: partsField<DocumentRow, 'options', object>('options', rowOptionRecord) },
  ['options', 'optionValues'],
);
export const itemStocks = partOfItem(
  'orderItemStocks',
  { STOCKS: partsField<DocumentRow, 'stocks', object>('stocks', rowStockRecord) },
  ['stocks'],
);

/** The values that were chosen for an option of a line. */
export const optionValues = singleKeyResponse(
  defineRecord<RowOption>()('orderOptionValues', {
    VALUES: partsField('values', optionValueRecord),
  }),
  optionValueRecord.plan(),
);
