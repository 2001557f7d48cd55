import {
  constant,
  computed,
  code,
  codeFlag,
  instant,
  list,
  money,
  num,
  quantity,
  rate,
  record,
  type RecordField,
  str,
} from '../../../../api';
import { mergePlans, createLoadPlan } from '../../../../core/load-plan';
import { exportStatusCodes } from '../document-kinds';
import { stateCodes } from '../document-states';
import { DocumentDiscount } from '../entities/document-discount.entity';
import type { SalesDocument } from '../entities/document.entity';
import type { Shipment, ShipmentRow } from '../entities/shipment.entity';
import type { PartTax, ShippingSnapshot } from '../entities/snapshots';
import { parts } from './parts';
import { shipmentStatusRecord } from './status-entry.record';
import { documentDiscountRecord } from './tax-and-discount.record';
import { trackings } from './tracking.record';

const shippingTaxRecord = record<PartTax>()('shippingTax', {
  CUMULATIVEMODE: constant(0),
  NAME: str('name'),
  OPERATION: constant(0),
  PRIORITY: constant(0),
  RERATE: rate('reRate'),
  TAXID: num('id'),
  TAXRATE: rate('rate'),
});

/** How and for how much a shipment is sent. */
export const shippingRecord = record<Shipment>()('shipping', {
  DISCOUNTS: parts('discounts', documentDiscountRecord),
  DOCUMENTSHIPMENTID: num('id'),
  ID: num('id'),
  NAME: str('name'),
  PACKAGES: num('packages'),
  PARENTID: constant(0),
  PLUGINID: constant(0),
  PRICE: money('price'),
  SHIPPERID: constant(0),
  SHIPPERPID: constant(''),
  SHIPPINGCALCULATION: constant(0),
  SHIPPINGSECTIONID: constant(0),
  SHIPPINGTYPEID: num('shippingTypeId'),
  SHIPPINGTYPEINTEGRATIONCODEID: constant(0),
  SHIPPINGTYPENAME: str('shippingTypeName'),
  SHIPPINGTYPEPID: str('shippingTypePId'),
  TAXES: list('taxes', shippingTaxRecord, { in: 'column' }),
  TRACKINGS: trackings(),
});

const shipmentRowRecord = record<ShipmentRow>()('shipmentRow', {
  DOCUMENTROWID: num('rowId'),
  DOCUMENTSHIPMENTID: num('shipmentId'),
  HASH: str('hash'),
  ID: num('id'),
  QUANTITY: quantity('quantity'),
  STOCKHASH: constant(''),
});

/** The keys of a shipment, which the lists of shipments have too. */
export const shipmentFields = {
  DOCUMENTDELIVERYID: num<Shipment>('documentId'),
  EXPORTSTATUS: codeFlag<Shipment>('exported', exportStatusCodes),
  ID: num<Shipment>('id'),
  INCOMINGDATE: instant<Shipment>('incomingDate'),
  ORIGINWAREHOUSEGROUPID: constant<Shipment, 0>(0),
  PHYSICALLOCATIONID: num<Shipment>('physicalLocationId'),
  PID: str<Shipment>('pId'),
  ROWS: parts<Shipment, 'rows', object>('rows', shipmentRowRecord),
  SHIPPING: computed<Shipment, object>({
    schema: (nested) => nested(shippingRecord),
    write: (shipment, context) => shippingRecord.write(shipment, context),
    needs: [...shippingRecord.plan().columns] as (keyof Shipment)[],
  }),
  STATUS: code<Shipment>('status', stateCodes.shipment),
  STATUSES: parts<Shipment, 'statuses', object>('statuses', shipmentStatusRecord),
  SUBSTATUSID: num<Shipment>('subStatusId'),
  TRACKINGNUMBER: str<Shipment>('trackingNumber'),
};

export const shipmentRecord = record<Shipment>()('shipment', shipmentFields);

/** Discounts, with the shipment that they are of. */
const documentDiscounts = mergePlans(
  documentDiscountRecord.plan(),
  createLoadPlan(DocumentDiscount, ['shipmentId']),
);

/** What must be read for shipments, by the document's relations. */
export const shipmentRelations = {
  shipments: shipmentRecord.plan(),
  shipmentRows: shipmentRowRecord.plan(),
  discounts: documentDiscounts,
  statuses: shipmentStatusRecord.plan(),
};

/** DELIVERY.SHIPMENTS of a document. */
export function documentShipments(): RecordField<SalesDocument, object[]> {
  return computed<SalesDocument, object[]>({
    schema: (nested) => ({ type: 'array', items: nested(shipmentRecord) }),
    write: ({ shipments }, context) => shipments.map((one) => shipmentRecord.write(one, context)),
    needs: [],
    relations: shipmentRelations,
  });
}

/** SHIPPING of a document: its first shipment's, or the first of those of its source; else empty. */
export function firstShipping(): RecordField<SalesDocument, object> {
  return computed<SalesDocument, object>({
    schema: (nested) => nested(shippingRecord),
    write: ({ shipments, shippings }, context) =>
      shippingRecord.write(shipments[0] ?? kept(shippings) ?? noShipment, context),
    needs: ['shippings'],
    relations: { shipments: shippingRecord.plan(), discounts: documentDiscounts },
  });
}

/** A snapshot has all that the record of a shipping shows. */
function kept(shippings: readonly ShippingSnapshot[] | null): Shipment | undefined {
  return shippings?.[0] as Shipment | undefined;
}

const noShipment = {} as Shipment;
