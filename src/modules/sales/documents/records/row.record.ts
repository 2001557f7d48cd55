import {
  bool,
  code,
  constant,
  computed,
  group,
  instant,
  money,
  num,
  quantity,
  record,
  type RecordField,
  ref,
  str,
} from '../../../../api';
import { mergePlans, createLoadPlan } from '../../../../core/load-plan';
import { rowTypeCodes, rowTypes } from '../document-kinds';
import { DocumentDiscount } from '../entities/document-discount.entity';
import type { DocumentRow } from '../entities/document-row.entity';
import { DocumentTax } from '../entities/document-tax.entity';
import type { SalesDocument } from '../entities/document.entity';
import { OptionValue, RowOption } from '../entities/row-option.entity';
import { RowStock } from '../entities/row-stock.entity';
import { rowTags, tagsOfRow } from './document-tag.record';
import { parts } from './parts';
import { documentTaxRecord, rowDiscountRecord } from './tax-and-discount.record';

export const optionValueRecord = record<OptionValue>()('rowOptionValue', {
  ID: num('id'),
  PREVIOUSPRICE: constant(0),
  PRICE: money('price'),
  PRODUCTOPTIONVALUE: ref('valueId', 'valuePId'),
  PRODUCTSOPTIONSVALUESEXTERNALID: constant(''),
  VALUE: str('value'),
  WEIGHT: num('weight'),
});

export const rowOptionRecord = record<RowOption>()('rowOption', {
  ID: num('id'),
  NAME: str('name'),
  OPTION: ref('optionId', 'optionPId'),
  PROMPT: str('prompt'),
  VALUES: parts('values', optionValueRecord),
});

const noReference = { ID: constant(0), PID: constant('') };

export const rowStockRecord = record<RowStock>()('rowStock', {
  ID: num('id'),
  PREVISIONTYPE: constant(0),
  PRODUCTSOPTIONSSTOCKID: constant(0),
  WAREHOUSE: ref('warehouseId', 'warehousePId'),
  WAREHOUSESTRUCTURE: group(noReference),
  date: instant('date'),
  quantity: quantity('quantity'),
});

/** A line of its own, or one of a bundle's. */
export const rowRecord = record<DocumentRow>()('row', {
  BACKORDER: num('backorder'),
  BRANDNAME: str('brandName'),
  COMBINATIONID: constant(0),
  CUSTOMTAGS: tagsOfRow(),
  DISCOUNTS: parts('discounts', rowDiscountRecord),
  DOCUMENTID: num('documentId'),
  EAN: str('ean'),
  HASH: str('hash'),
  ID: num('id'),
  IMAGE: str('image'),
  ISBN: str('isbn'),
  JAN: str('jan'),
  LINK: str('link'),
  MANUFACTURERSKU: str('manufacturerSku'),
  NAME: str('name'),
  NORETURN: bool('noReturn'),
  ONREQUEST: bool('onRequest'),
  ONREQUESTDAYS: num('onRequestDays'),
  OPTIONS: parts('options', rowOptionRecord),
  OPTIONSPRICE: money('optionsPrice'),
  PARENTID: num('parentRowId'),
  PREVIOUSPRICE: money('previousPrice'),
  PRICE: money('price'),
  PRODUCT: ref('productId', 'productPId'),
  PRODUCTPRICE: money('price'),
  QUANTITY: quantity('quantity'),
  REVERSECHARGEVAT: bool({ from: (row) => row.reverseChargeVat, needs: [] }),
  SALE: bool({
    from: ({ previousPrice, price }) => previousPrice > price,
    needs: ['previousPrice', 'price'],
  }),
  SKU: str('sku'),
  STATE: constant(0),
  STOCKMANAGEMENT: bool({ from: ({ stocks }) => stocks !== undefined, needs: [] }),
  STOCKS: parts('stocks', rowStockRecord),
  TAXES: parts('taxes', documentTaxRecord),
  TOTAL: money('total'),
  TOTALTAXES: money('totalTaxes'),
  TYPE: code('type', rowTypeCodes),
  UPC: str('upc'),
  VINCULATEDTO: constant(0),
  WEIGHT: num('weight'),
});

export const bundleRowRecord = record<DocumentRow>()('bundleRow', {
  DOCUMENTID: num('documentId'),
  ID: num('id'),
  ITEMS: parts('items', rowRecord),
  NAME: str('name'),
  QUANTITY: quantity('quantity'),
  TOTAL: money('total'),
  TYPE: code('type', rowTypeCodes),
});

/** What must be read for lines, by the document's relations; the tree is put together from it. */
export const rowRelations = {
  rows: mergePlans(rowRecord.plan(), bundleRowRecord.plan()),
  options: mergePlans(rowOptionRecord.plan(), createLoadPlan(RowOption, ['rowId'])),
  optionValues: mergePlans(optionValueRecord.plan(), createLoadPlan(OptionValue, ['rowOptionId'])),
  stocks: mergePlans(rowStockRecord.plan(), createLoadPlan(RowStock, ['rowId'])),
  taxes: mergePlans(documentTaxRecord.plan(), createLoadPlan(DocumentTax, ['rowId'])),
  discounts: mergePlans(rowDiscountRecord.plan(), createLoadPlan(DocumentDiscount, ['rowId', 'shipmentId'])),
  customTags: rowTags,
};

/** ROWS of a document: its lines, and bundles with theirs. */
export function documentRows(): RecordField<SalesDocument, object[]> {
  return computed<SalesDocument, object[]>({
    schema: (nested) => ({
      type: 'array',
      items: { anyOf: [nested(rowRecord), nested(bundleRowRecord)] },
    }),
    write: ({ rows }, context) =>
      rows.map((row) =>
        row.type === rowTypes.bundle
          ? bundleRowRecord.write(row, context)
          : rowRecord.write(row, context),
      ),
    needs: ['reverseChargeVat'],
    relations: rowRelations,
  });
}
