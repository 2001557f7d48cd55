import { elementPidResolvers, taxPidResolver } from '../../../platform/catalog';
import {
  storedCodeField,
  createColumnFields,
  snapshotReferenceField,
  identifierField,
  type PartMapping,
  listIndexField,
  storedReferenceField,
} from '../../../platform/data-transfer/imports';
import { locationPidResolver } from '../../locations';
import { documentTypes } from '../documents';
import { totalColumns } from '../documents/copies/copied-columns';
import { DocumentAddress } from '../documents/entities/document-address.entity';
import { DocumentDiscount } from '../documents/entities/document-discount.entity';
import { DocumentRow } from '../documents/entities/document-row.entity';
import { DocumentTax } from '../documents/entities/document-tax.entity';
import { RowOptionValue, RowOption } from '../documents/entities/row-option.entity';
import { RowStock } from '../documents/entities/row-stock.entity';
import { Shipment, ShipmentRow } from '../documents/entities/shipment.entity';
import { assignSourceRowIds } from './imported-row-completion';
import { subStatusPidResolver } from './document-references';
import { shipmentTaxesField } from './snapshot-fields';

export const toSnapshotColumnNames = (name: string): { id: string; pId: string } => ({
  id: `${name}Id`,
  pId: `${name}PId`,
});

/** Mutable columns of a document, which have their own record type. */
export const DOCUMENT_STATE_COLUMNS = [
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

export const SHIPMENT_STATE_COLUMNS = [
  'packages',
  'trackingNumber',
  'status',
  'exported',
  'updatedAt',
] as const;

/** State of a document until its state record is imported. It counts as exported, so that it isn't pending. */
export const INITIAL_STATE = { status: 1, exported: true, updatedAt: new Date(0), version: 1 };

export const documentKeyColumns = ['type', 'pId'];
export const documentKeyFields = [
  storedCodeField('document', 'type', documentTypes),
  identifierField('pId'),
];
export const subStatusField = storedReferenceField(
  'subStatus',
  'subStatusId',
  subStatusPidResolver,
  {
    optional: true,
  },
);
const optionalRowField = listIndexField('row', 'rowId', 'rows', null);
export const rowField = listIndexField('row', 'rowId', 'rows', 0);

export const EMPTY_REFERENCE = { id: 0, pId: '' } as const;

export const documentPartMappings: readonly PartMapping[] = [
  {
    name: 'addresses',
    entity: DocumentAddress,
    ownerProperty: 'documentId',
    fields: createColumnFields(DocumentAddress, { omittedColumns: ['documentId'] }),
  },
  {
    name: 'rows',
    entity: DocumentRow,
    ownerProperty: 'documentId',
    parentMember: 'parentRow',
    fields: createColumnFields(DocumentRow, {
      customFields: [
        listIndexField('parentRow', 'parentRowId', 'rows', null),
        snapshotReferenceField(
          'product',
          toSnapshotColumnNames('product'),
          elementPidResolvers.product,
        ),
      ],
      omittedColumns: ['documentId', 'sourceRowId', 'returned'],
    }),
    completeNewRows: assignSourceRowIds,
  },
  {
    name: 'options',
    entity: RowOption,
    ownerProperty: 'documentId',
    fields: createColumnFields(RowOption, {
      customFields: [rowField],
      omittedColumns: ['documentId'],
    }),
  },
  {
    name: 'optionValues',
    entity: RowOptionValue,
    ownerProperty: 'documentId',
    fields: createColumnFields(RowOptionValue, {
      customFields: [listIndexField('option', 'rowOptionId', 'options', 0)],
      omittedColumns: ['documentId'],
    }),
  },
  {
    name: 'stocks',
    entity: RowStock,
    ownerProperty: 'documentId',
    fields: createColumnFields(RowStock, {
      customFields: [
        rowField,
        snapshotReferenceField(
          'warehouse',
          toSnapshotColumnNames('warehouse'),
          elementPidResolvers.warehouse,
          EMPTY_REFERENCE,
        ),
      ],
      omittedColumns: ['documentId'],
    }),
  },
  {
    name: 'taxes',
    entity: DocumentTax,
    ownerProperty: 'documentId',
    fields: createColumnFields(DocumentTax, {
      customFields: [
        optionalRowField,
        snapshotReferenceField(
          'tax',
          toSnapshotColumnNames('tax'),
          taxPidResolver,
          EMPTY_REFERENCE,
        ),
      ],
      omittedColumns: ['documentId'],
    }),
  },
  {
    name: 'shipments',
    entity: Shipment,
    ownerProperty: 'documentId',
    fields: createColumnFields(Shipment, {
      customFields: [
        snapshotReferenceField(
          'shippingType',
          toSnapshotColumnNames('shippingType'),
          elementPidResolvers.shippingType,
        ),
        shipmentTaxesField,
        storedReferenceField('physicalLocation', 'physicalLocationId', locationPidResolver, {
          optional: true,
        }),
      ],
      omittedColumns: [
        'documentId',
        'version',
        'subStatusId',
        'trackings',
        ...SHIPMENT_STATE_COLUMNS,
      ],
    }),
    completeNewRows: (rows) =>
      Promise.resolve(rows.map((row) => ({ ...INITIAL_STATE, packages: 0, ...row }))),
  },
  {
    name: 'discounts',
    entity: DocumentDiscount,
    ownerProperty: 'documentId',
    fields: createColumnFields(DocumentDiscount, {
      customFields: [optionalRowField, listIndexField('shipment', 'shipmentId', 'shipments', null)],
      omittedColumns: ['documentId'],
    }),
  },
  {
    name: 'shipmentRows',
    entity: ShipmentRow,
    ownerProperty: 'documentId',
    fields: createColumnFields(ShipmentRow, {
      customFields: [listIndexField('shipment', 'shipmentId', 'shipments', 0), rowField],
      omittedColumns: ['documentId'],
    }),
  },
];
