import { group, num, record, type RecordField, str } from '../../../../api';
import type { LoadPlan } from '../../../../core/load-plan';
import {
  type SalesDocument,
  type Shipment,
  shipmentFields,
  shipmentRelations,
} from '../../documents';

interface OrderKeys {
  DOCUMENTNUMBER: string;
  DOCUMENTTYPE: number;
  ID: number;
}

const nothing: LoadPlan = { columns: new Set(), relations: new Map() };

/** What must be read of a shipment's order. */
const ofOrder = (plan: LoadPlan): ReadonlyMap<string, LoadPlan> => new Map([['document', plan]]);

/** A field whose parts hang on the shipment's order, and are read with it. */
function partsOf<W>(field: RecordField<Shipment, W>, parts: string): RecordField<Shipment, W> {
  const plan = shipmentRelations.get(parts) ?? nothing;
  return { ...field, relations: ofOrder({ ...nothing, relations: new Map([[parts, plan]]) }) };
}

const orderFields = group<SalesDocument, OrderKeys>({
  DOCUMENTNUMBER: str('documentNumber'),
  DOCUMENTTYPE: num('type'),
  ID: num('id'),
});

const orderField: RecordField<Shipment, OrderKeys> = {
  schema: orderFields.schema,
  write: ({ document }, context) => orderFields.write(document, context),
  columns: [],
  relations: ofOrder({ ...nothing, columns: new Set(orderFields.columns) }),
};

const fields = {
  DOCUMENT: orderField,
  ...shipmentFields,
  ROWS: partsOf(shipmentFields.ROWS, 'shipmentRows'),
  SHIPPING: partsOf(shipmentFields.SHIPPING, 'discounts'),
  STATUSES: partsOf(shipmentFields.STATUSES, 'statuses'),
};

const version = {
  read: (shipment: Shipment): string => String(shipment.version),
  needs: ['version'] as const,
};

/** A shipment with the order that it is of. */
export const shipmentListRecord = record<Shipment>()('shipmentListItem', fields, { version });

/** The same in the lists of what is to be exported, or was. */
export const exportShipmentRecord = record<Shipment>()(
  'exportShipment',
  { ...fields, VERSION: str<Shipment>({ from: version.read, needs: version.needs }) },
  { extensions: ['VERSION'], version },
);
