import {
  constantField,
  computedField,
  computedListField,
  codeField,
  codeFlagField,
  instantField,
  recordListField,
  moneyField,
  numberField,
  quantityField,
  rateField,
  defineRecord,
  type RecordField,
  stringField,
} from '../../../../api';
import { mergePlans, createLoadPlan } from '../../../../core/load-plan';
import { exportStatusCodes } from '../document-kinds';
import { stateCodes } from '../document-states';
import { DocumentDiscount } from '../entities/document-discount.entity';
import type { SalesDocument } from '../entities/document.entity';
import type { Shipment, ShipmentRow } from '../entities/shipment.entity';
import type { ChargeTax, ShippingSnapshot } from '../entities/snapshots';
import { nestedListField } from './nested-list-field';
import { shipmentStatusRecord } from './status-entry.record';
import { documentDiscountRecord } from './tax-and-discount.record';
import { shipmentTrackingsField } from './tracking.record';

const shippingTaxRecord = defineRecord<ChargeTax>()('shippingTax', {
  CUMULATIVEMODE: constantField(0),
  NAME: stringField('name'),
  OPERATION: constantField(0),
  PRIORITY: constantField(0),
  RERATE: rateField('reRate'),
  TAXID: numberField('id'),
  TAXRATE: rateField('rate'),
});

/** Shipping method and costs of a shipment. */
export const shippingRecord = defineRecord<Shipment>()('shipping', {
  DISCOUNTS: nestedListField('discounts', documentDiscountRecord),
  DOCUMENTSHIPMENTID: numberField('id'),
  ID: numberField('id'),
  NAME: stringField('name'),
  PACKAGES: numberField('packages'),
  PARENTID: constantField(0),
  PLUGINID: constantField(0),
  PRICE: moneyField('price'),
  SHIPPERID: constantField(0),
  SHIPPERPID: constantField(''),
  SHIPPINGCALCULATION: constantField(0),
  SHIPPINGSECTIONID: constantField(0),
  SHIPPINGTYPEID: numberField('shippingTypeId'),
  SHIPPINGTYPEINTEGRATIONCODEID: constantField(0),
  SHIPPINGTYPENAME: stringField('shippingTypeName'),
  SHIPPINGTYPEPID: stringField('shippingTypePId'),
  TAXES: recordListField('taxes', shippingTaxRecord, { storage: 'column' }),
  TRACKINGS: shipmentTrackingsField(),
});

const shipmentRowRecord = defineRecord<ShipmentRow>()('shipmentRow', {
  DOCUMENTROWID: numberField('rowId'),
  DOCUMENTSHIPMENTID: numberField('shipmentId'),
  HASH: stringField('hash'),
  ID: numberField('id'),
  QUANTITY: quantityField('quantity'),
  STOCKHASH: constantField(''),
});

/** Fields of a shipment; the lists of shipments use them too. */
export const shipmentFields = {
  DOCUMENTDELIVERYID: numberField<Shipment>('documentId'),
  EXPORTSTATUS: codeFlagField<Shipment>('exported', exportStatusCodes),
  ID: numberField<Shipment>('id'),
  INCOMINGDATE: instantField<Shipment>('incomingDate'),
  ORIGINWAREHOUSEGROUPID: constantField<Shipment, 0>(0),
  PHYSICALLOCATIONID: numberField<Shipment>('physicalLocationId'),
  PID: stringField<Shipment>('pId'),
  ROWS: nestedListField<Shipment, 'rows', object>('rows', shipmentRowRecord),
  SHIPPING: computedField<Shipment, object>({
    schema: (nested) => nested(shippingRecord),
    serialize: (shipment, context) => shippingRecord.serialize(shipment, context),
    columns: [...shippingRecord.getLoadPlan().columns] as (keyof Shipment)[],
  }),
  STATUS: codeField<Shipment>('status', stateCodes.shipment),
  STATUSES: nestedListField<Shipment, 'statuses', object>('statuses', shipmentStatusRecord),
  SUBSTATUSID: numberField<Shipment>('subStatusId'),
  TRACKINGNUMBER: stringField<Shipment>('trackingNumber'),
};

export const shipmentRecord = defineRecord<Shipment>()('shipment', shipmentFields);

/** Columns to load for discounts, with the shipment's id. */
const documentDiscountsPlan = mergePlans(
  documentDiscountRecord.getLoadPlan(),
  createLoadPlan(DocumentDiscount, ['shipmentId']),
);

/** Columns to load for shipments and their parts, by relation of the document. */
export const shipmentRelations = {
  shipments: shipmentRecord.getLoadPlan(),
  shipmentRows: shipmentRowRecord.getLoadPlan(),
  discounts: documentDiscountsPlan,
  statuses: shipmentStatusRecord.getLoadPlan(),
};

/** DELIVERY.SHIPMENTS of a document. */
export function documentShipmentsField(): RecordField<SalesDocument, object[]> {
  return computedListField<SalesDocument, Shipment, object>(shipmentRecord, {
    compute: ({ shipments }) => shipments,
    relations: shipmentRelations,
  });
}

/** SHIPPING of a document: that of its first shipment or first shipping snapshot; else empty. */
export function firstShippingField(): RecordField<SalesDocument, object> {
  return computedField<SalesDocument, object>({
    schema: (nested) => nested(shippingRecord),
    serialize: ({ shipments, shippings }, context) =>
      shippingRecord.serialize(
        shipments[0] ?? findFirstSnapshot(shippings) ?? EMPTY_SHIPMENT,
        context,
      ),
    columns: ['shippings'],
    relations: { shipments: shippingRecord.getLoadPlan(), discounts: documentDiscountsPlan },
  });
}

/** A snapshot has every member that `shippingRecord` reads. */
function findFirstSnapshot(shippings: readonly ShippingSnapshot[] | null): Shipment | undefined {
  return shippings?.[0] as Shipment | undefined;
}

const EMPTY_SHIPMENT = {} as Shipment;
