import { code, group, num, record, type RecordField, str } from '../../../../api';
import { joined, type LoadPlan, plan } from '../../../../core/load-plan';
import {
  documentTypeCodes,
  SalesDocument,
  Shipment,
  shipmentFields,
  shipmentRelations,
} from '../../documents';

interface OrderKeys {
  DOCUMENTNUMBER: string;
  DOCUMENTTYPE: number;
  ID: number;
}

/** What must be read of a shipment's order. */
const ofOrder = (document: LoadPlan): LoadPlan => plan(Shipment, [], { document });

/** A field whose parts hang on the shipment's order, and are read with it. */
function partsOf<W>(
  field: RecordField<Shipment, W>,
  relation: keyof typeof shipmentRelations,
): RecordField<Shipment, W> {
  const order = plan(SalesDocument, [], { [relation]: shipmentRelations[relation] });
  return { ...field, needs: joined(field.needs, ofOrder(order)) };
}

const orderFields = group<SalesDocument, OrderKeys>({
  DOCUMENTNUMBER: str('documentNumber'),
  DOCUMENTTYPE: code('type', documentTypeCodes),
  ID: num('id'),
});

const orderField: RecordField<Shipment, OrderKeys> = {
  schema: orderFields.schema,
  write: ({ document }, context) => orderFields.write(document, context),
  needs: ofOrder(orderFields.needs),
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
