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
import { bundleRowCodes, rowTypes, singleRowCodes } from '../document-kinds';
import { DocumentDiscount } from '../entities/document-discount.entity';
import type { DocumentRow } from '../entities/document-row.entity';
import { DocumentTax } from '../entities/document-tax.entity';
import type { SalesDocument } from '../entities/document.entity';
import { OptionValue, RowOption } from '../entities/row-option.entity';
import { RowStock } from '../entities/row-stock.entity';
import { rowTagsPlan, rowTagsField } from './document-tag.record';
import { nestedListField } from './nested-list-field';
import { documentTaxRecord, rowDiscountRecord } from './tax-and-discount.record';

export const optionValueRecord = defineRecord<OptionValue>()('rowOptionValue', {
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

/** A row of the first level, or an item of a bundle. */
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
  REVERSECHARGEVAT: booleanField({ from: (row) => row.reverseChargeVat, needs: [] }),
  SALE: booleanField({
    from: ({ previousPrice, price }) => previousPrice > price,
    needs: ['previousPrice', 'price'],
  }),
  SKU: stringField('sku'),
  STATE: constantField(0),
  STOCKMANAGEMENT: booleanField({ from: ({ stocks }) => stocks !== undefined, needs: [] }),
  STOCKS: nestedListField('stocks', rowStockRecord),
  TAXES: nestedListField('taxes', documentTaxRecord),
  TOTAL: moneyField('total'),
  TOTALTAXES: moneyField('totalTaxes'),
  TYPE: enumCodeField('type', singleRowCodes),
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
  TYPE: enumCodeField('type', bundleRowCodes),
});

/**
 * A row of the first level. TYPE distinguishes bundles from others; a number can't be the `discriminator` of
 * OpenAPI.
 */
export const anyRowRecord: NamedSchema = {
  component: 'AnyRowRecord',
  schema: (nested) => ({ anyOf: [nested(rowRecord), nested(bundleRowRecord)] }),
};

/** Columns to load for rows and their parts, by relation of the document. */
export const rowRelations = {
  rows: mergePlans(rowRecord.plan(), bundleRowRecord.plan()),
  options: mergePlans(rowOptionRecord.plan(), createLoadPlan(RowOption, ['rowId'])),
  optionValues: mergePlans(optionValueRecord.plan(), createLoadPlan(OptionValue, ['rowOptionId'])),
  stocks: mergePlans(rowStockRecord.plan(), createLoadPlan(RowStock, ['rowId'])),
  taxes: mergePlans(documentTaxRecord.plan(), createLoadPlan(DocumentTax, ['rowId'])),
  discounts: mergePlans(
    rowDiscountRecord.plan(),
    createLoadPlan(DocumentDiscount, ['rowId', 'shipmentId']),
  ),
  customTags: rowTagsPlan,
};

/** ROWS of a document: its rows, and bundles with their items. */
export function documentRowsField(): RecordField<SalesDocument, object[]> {
  return computedField<SalesDocument, object[]>({
    schema: (nested) => ({
      type: 'array',
      items: nested(anyRowRecord),
    }),
    serialize: ({ rows }, context) =>
      rows.map((row) =>
        row.type === rowTypes.bundle
          ? bundleRowRecord.serialize(row, context)
          : rowRecord.serialize(row, context),
      ),
    needs: ['reverseChargeVat'],
    relations: rowRelations,
  });
}
