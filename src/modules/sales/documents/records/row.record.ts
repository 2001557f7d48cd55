import {
  booleanField,
  constantField,
  computedField,
  objectField,
  instantField,
  enumCodeField,
  type NamedSchema,
  moneyField,
  numberField,
  quantityField,
  defineRecord,
  type RecordField,
  referenceField,
  stringField,
} from '../../../../api';
import { mergePlans, createLoadPlan } from '../../../../core/load-plan';
import { bundleRowTypeCodes, rowTypes, singleRowTypeCodes } from '../document-kinds';
import { DocumentDiscount } from '../entities/document-discount.entity';
import type { DocumentRow } from '../entities/document-row.entity';
import { DocumentTax } from '../entities/document-tax.entity';
import type { SalesDocument } from '../entities/document.entity';
import { RowOptionValue, RowOption } from '../entities/row-option.entity';
import { RowStock } from '../entities/row-stock.entity';
import { rowTagsPlan, rowTagsField } from './document-tag.record';
import { nestedListField } from './nested-list-field';
import { documentTaxRecord, rowDiscountRecord } from './tax-and-discount.record';

export const optionValueRecord = defineRecord<RowOptionValue>()('rowOptionValue', {
  ID: numberField('id'),
  PREVIOUSPRICE: constantField(0),
  PRICE: moneyField('price'),
  PRODUCTOPTIONVALUE: referenceField('valueId', 'valuePId'),
  PRODUCTSOPTIONSVALUESEXTERNALID: constantField(''),
  VALUE: stringField('value'),
  WEIGHT: numberField('weight'),
});

export const rowOptionRecord = defineRecord<RowOption>()('rowOption', {
  ID: numberField('id'),
  NAME: stringField('name'),
  OPTION: referenceField('optionId', 'optionPId'),
  PROMPT: stringField('prompt'),
  VALUES: nestedListField('values', optionValueRecord),
});

const EMPTY_REFERENCE = { ID: constantField(0), PID: constantField('') };

export const rowStockRecord = defineRecord<RowStock>()('rowStock', {
  ID: numberField('id'),
  PREVISIONTYPE: constantField(0),
  PRODUCTSOPTIONSSTOCKID: constantField(0),
  WAREHOUSE: referenceField('warehouseId', 'warehousePId'),
  WAREHOUSESTRUCTURE: objectField(EMPTY_REFERENCE),
  date: instantField('date'),
  quantity: quantityField('quantity'),
});

/** A row that is not a bundle: on the first level, or an item of a bundle. */
export const rowRecord = defineRecord<DocumentRow>()('row', {
  BACKORDER: numberField('backorder'),
  BRANDNAME: stringField('brandName'),
  COMBINATIONID: constantField(0),
  CUSTOMTAGS: rowTagsField(),
  DISCOUNTS: nestedListField('discounts', rowDiscountRecord),
  DOCUMENTID: numberField('documentId'),
  EAN: stringField('ean'),
  HASH: stringField('hash'),
  ID: numberField('id'),
  IMAGE: stringField('image'),
  ISBN: stringField('isbn'),
  JAN: stringField('jan'),
  LINK: stringField('link'),
  MANUFACTURERSKU: stringField('manufacturerSku'),
  NAME: stringField('name'),
  NORETURN: booleanField('noReturn'),
  ONREQUEST: booleanField('onRequest'),
  ONREQUESTDAYS: numberField('onRequestDays'),
  OPTIONS: nestedListField('options', rowOptionRecord),
  OPTIONSPRICE: moneyField('optionsPrice'),
  PARENTID: numberField('parentRowId'),
  PREVIOUSPRICE: moneyField('previousPrice'),
  PRICE: moneyField('price'),
  PRODUCT: referenceField('productId', 'productPId'),
  PRODUCTPRICE: moneyField('price'),
  QUANTITY: quantityField('quantity'),
  REVERSECHARGEVAT: booleanField({ compute: (row) => row.reverseChargeVat, columns: [] }),
  SALE: booleanField({
    compute: ({ previousPrice, price }) => previousPrice > price,
    columns: ['previousPrice', 'price'],
  }),
  SKU: stringField('sku'),
  STATE: constantField(0),
  STOCKMANAGEMENT: booleanField({ compute: ({ stocks }) => stocks !== undefined, columns: [] }),
  STOCKS: nestedListField('stocks', rowStockRecord),
  TAXES: nestedListField('taxes', documentTaxRecord),
  TOTAL: moneyField('total'),
  TOTALTAXES: moneyField('totalTaxes'),
  TYPE: enumCodeField('type', singleRowTypeCodes),
  UPC: stringField('upc'),
  VINCULATEDTO: constantField(0),
  WEIGHT: numberField('weight'),
});

export const bundleRowRecord = defineRecord<DocumentRow>()('bundleRow', {
  DOCUMENTID: numberField('documentId'),
  ID: numberField('id'),
  ITEMS: nestedListField('items', rowRecord),
  NAME: stringField('name'),
  QUANTITY: quantityField('quantity'),
  TOTAL: moneyField('total'),
  TYPE: enumCodeField('type', bundleRowTypeCodes),
});

/**
 * A row of the first level. TYPE distinguishes bundles from others; a number can't be the `discriminator` of
 * OpenAPI.
 */
export const anyRowSchema: NamedSchema = {
  component: 'AnyRowRecord',
  schema: (nested) => ({ anyOf: [nested(rowRecord), nested(bundleRowRecord)] }),
};

/** Columns to load for rows and their parts, by relation of the document. */
export const rowRelations = {
  rows: mergePlans(rowRecord.getLoadPlan(), bundleRowRecord.getLoadPlan()),
  options: mergePlans(rowOptionRecord.getLoadPlan(), createLoadPlan(RowOption, ['rowId'])),
  optionValues: mergePlans(
    optionValueRecord.getLoadPlan(),
    createLoadPlan(RowOptionValue, ['rowOptionId']),
  ),
  stocks: mergePlans(rowStockRecord.getLoadPlan(), createLoadPlan(RowStock, ['rowId'])),
  taxes: mergePlans(documentTaxRecord.getLoadPlan(), createLoadPlan(DocumentTax, ['rowId'])),
  discounts: mergePlans(
    rowDiscountRecord.getLoadPlan(),
    createLoadPlan(DocumentDiscount, ['rowId', 'shipmentId']),
  ),
  customTags: rowTagsPlan,
};

/** ROWS of a document: its rows, and bundles with their items. */
export function documentRowsField(): RecordField<SalesDocument, object[]> {
  return computedField<SalesDocument, object[]>({
    schema: (nested) => ({
      type: 'array',
      items: nested(anyRowSchema),
    }),
    serialize: ({ rows }, context) =>
      rows.map((row) =>
        row.type === rowTypes.bundle
          ? bundleRowRecord.serialize(row, context)
          : rowRecord.serialize(row, context),
      ),
    columns: ['reverseChargeVat'],
    relations: rowRelations,
  });
}
