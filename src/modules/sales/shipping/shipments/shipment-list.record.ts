import {
  codeField,
  objectField,
  numberField,
  defineRecord,
  type RecordField,
  stringField,
} from '../../../../api';
import {
  mergePlans,
  type LoadPlan,
  createLoadPlan,
  createLoadPlanForType,
  type PlanRelations,
} from '../../../../core/load-plan';
import { documentTypeCodes } from '../../documents';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { Shipment } from '../../documents/entities/shipment.entity';
import { documentRecord } from '../../documents/records/document.record';
import { shipmentFields, shipmentRelations } from '../../documents/records/shipment.record';
import { versionFields, versionKeys } from '../../documents/records/version-fields.record';

interface OrderKeys {
  DOCUMENTNUMBER: string;
  DOCUMENTTYPE: number;
  ID: number;
}

/** Wraps a plan of the order in a plan of the shipment. */
const toShipmentPlan = (document: LoadPlan): LoadPlan => createLoadPlan(Shipment, [], { document });

/** A field whose parts belong to the shipment's order and are loaded with it. */
function withOrderParts<W>(
  field: RecordField<Shipment, W>,
  relation: keyof typeof shipmentRelations,
): RecordField<Shipment, W> {
  const relations = { [relation]: shipmentRelations[relation] } as PlanRelations<SalesDocument>;
  const order = createLoadPlanForType<SalesDocument>([], relations);
  return { ...field, loadPlan: mergePlans(field.loadPlan, toShipmentPlan(order)) };
}

const orderObjectField = objectField<SalesDocument, OrderKeys>({
  DOCUMENTNUMBER: stringField('documentNumber'),
  DOCUMENTTYPE: codeField('type', documentTypeCodes),
  ID: numberField('id'),
});

const orderField: RecordField<Shipment, OrderKeys> = {
  schema: orderObjectField.schema,
  serialize: ({ document }, context) => orderObjectField.serialize(document, context),
  loadPlan: toShipmentPlan(orderObjectField.loadPlan),
};

const wholeOrderField: RecordField<Shipment, object> = {
  schema: (nested) => nested(documentRecord),
  serialize: ({ document }, context) => documentRecord.serialize(document, context),
  loadPlan: toShipmentPlan(documentRecord.getLoadPlan()),
};

const shipmentListFields = {
  DOCUMENT: orderField,
  ...shipmentFields,
  ROWS: withOrderParts(shipmentFields.ROWS, 'shipmentRows'),
  SHIPPING: withOrderParts(shipmentFields.SHIPPING, 'discounts'),
  STATUSES: withOrderParts(shipmentFields.STATUSES, 'statuses'),
  ...versionFields,
};

const version = {
  read: (shipment: Shipment): string => String(shipment.version),
  columns: ['version'] as const,
};

/** A shipment with the keys of its order. */
export const shipmentListRecord = defineRecord<Shipment>()(
  { name: 'shipmentListItem', extensions: versionKeys, version },
  shipmentListFields,
);

/** A shipment with its whole order (`expand=document`). */
export const shipmentWithOrderRecord = defineRecord<Shipment>()(
  { name: 'shipmentWithOrder', extensions: versionKeys, version },
  { ...shipmentListFields, DOCUMENT: wholeOrderField },
);
