import { elementNames, taxNames } from '../../../platform/catalog';
import {
  codeField,
  createColumnFields,
  snapshotReferenceField,
  keyField,
  type PartMapping,
  indexField,
  referenceField,
} from '../../../platform/data-transfer/imports';
import { locationNames } from '../../locations';
import {
  DocumentAddress,
  DocumentDiscount,
  DocumentRow,
  DocumentTax,
  documentTypes,
  OptionValue,
  RowOption,
  RowStock,
  Shipment,
  ShipmentRow,
  totalColumns,
} from '../documents';
import { withSources } from './document-completion';
import { subStatusNames } from './document-names';
import { taxesField } from './snapshot-forms';

export const kept = (name: string): { id: string; pId: string } => ({
  id: `${name}Id`,
  pId: `${name}PId`,
});

/** The columns that say what has become of a document since it was made: another line brings them. */
export const LATER = [
  'deliveryDate',
  'paymentDate',
  'status',
  'exported',
  'paid',
  'updatedAt',
  'comment',
  'transactionId',
  'authNumber',
  ...totalColumns,
] as const;

export const LATER_OF_SHIPMENTS = [
  'packages',
  'trackingNumber',
  'status',
  'exported',
  'updatedAt',
] as const;

/** Until the line comes that says what has become of a document: it counts as exported, so that nobody fetches it. */
export const notYet = { status: 1, exported: true, updatedAt: new Date(0), version: 1 };

export const key = ['type', 'pId'];
export const keyFields = [codeField('document', 'type', documentTypes), keyField('pId')];
export const subStatus = referenceField('subStatus', 'subStatusId', subStatusNames, {
  optional: true,
});
const ofRow = indexField('row', 'rowId', 'rows', null);
export const inRow = indexField('row', 'rowId', 'rows', 0);

export const none = { id: 0, pId: '' } as const;

export const documentParts: readonly PartMapping[] = [
  {
    name: 'addresses',
    entity: DocumentAddress,
    owner: 'documentId',
    fields: createColumnFields(DocumentAddress, { without: ['documentId'] }),
  },
  {
    name: 'rows',
    entity: DocumentRow,
    owner: 'documentId',
    parentMember: 'parentRow',
    fields: createColumnFields(DocumentRow, {
      others: [
        indexField('parentRow', 'parentRowId', 'rows', null),
        snapshotReferenceField('product', kept('product'), elementNames.product),
      ],
      without: ['documentId', 'sourceRowId', 'returned'],
    }),
    completeNewRows: withSources,
  },
  {
    name: 'options',
    entity: RowOption,
    owner: 'documentId',
    fields: createColumnFields(RowOption, { others: [inRow], without: ['documentId'] }),
  },
  {
    name: 'optionValues',
    entity: OptionValue,
    owner: 'documentId',
    fields: createColumnFields(OptionValue, {
      others: [indexField('option', 'rowOptionId', 'options', 0)],
      without: ['documentId'],
    }),
  },
  {
    name: 'stocks',
    entity: RowStock,
    owner: 'documentId',
    fields: createColumnFields(RowStock, {
      others: [inRow, snapshotReferenceField('warehouse', kept('warehouse'), elementNames.warehouse, none)],
      without: ['documentId'],
    }),
  },
  {
    name: 'taxes',
    entity: DocumentTax,
    owner: 'documentId',
    fields: createColumnFields(DocumentTax, {
      others: [ofRow, snapshotReferenceField('tax', kept('tax'), taxNames, none)],
      without: ['documentId'],
    }),
  },
  {
    name: 'shipments',
    entity: Shipment,
    owner: 'documentId',
    fields: createColumnFields(Shipment, {
      others: [
        snapshotReferenceField('shippingType', kept('shippingType'), elementNames.shippingType),
        taxesField,
        referenceField('physicalLocation', 'physicalLocationId', locationNames, { optional: true }),
      ],
      without: ['documentId', 'version', 'subStatusId', 'trackings', ...LATER_OF_SHIPMENTS],
    }),
    completeNewRows: (rows) => Promise.resolve(rows.map((row) => ({ ...notYet, packages: 0, ...row }))),
  },
  {
    name: 'discounts',
    entity: DocumentDiscount,
    owner: 'documentId',
    fields: createColumnFields(DocumentDiscount, {
      others: [ofRow, indexField('shipment', 'shipmentId', 'shipments', null)],
      without: ['documentId'],
    }),
  },
  {
    name: 'shipmentRows',
    entity: ShipmentRow,
    owner: 'documentId',
    fields: createColumnFields(ShipmentRow, {
      others: [indexField('shipment', 'shipmentId', 'shipments', 0), inRow],
      without: ['documentId'],
    }),
  },
];
