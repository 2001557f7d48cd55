import { toSortKey } from '../../../core/text-folding';
import { increment } from '../../../database';
import {
  channelPidResolver,
  elementPidResolvers,
  headquarterPidResolver,
} from '../../../platform/catalog';
import {
  createColumnFields,
  compositeReferenceField,
  type FieldMapping,
  createSelectedColumnFields,
  snapshotReferenceField,
  listIndexField,
  storedReferenceField,
  type RowValues,
  type StoredRecordDeclaration,
  storedObjectField,
} from '../../../platform/data-transfer/imports';
import { userGroupPidResolver, userPidResolver, voucherReference } from '../../users';
import { documentTypes } from '../documents';
import { totalColumns } from '../documents/copies/copied-columns';
import { AdditionalItem } from '../documents/entities/additional-item.entity';
import { DocumentRow } from '../documents/entities/document-row.entity';
import { DocumentVoucher } from '../documents/entities/document-voucher.entity';
import { SalesDocument } from '../documents/entities/document.entity';
import { Shipment } from '../documents/entities/shipment.entity';
import { StatusEntry } from '../documents/entities/status-entry.entity';
import { customTagPartMapping } from './custom-tag-part';
import { indexDocuments, assignSequenceNumbers } from './imported-row-completion';
import { documentReference, shipmentReference, subStatusPidResolver } from './document-references';
import {
  actionRunsField,
  deliveryField,
  headquarterField,
  additionalInformationField,
  marketplaceField,
  paymentField,
  salesAgentField,
  shippingsField,
  trackingsField,
} from './snapshot-fields';
import { issuedPartMappings, listIssuedFiles } from './issued-parts';
import { type DocumentNameDto, VerifactuSnapshotDto } from './snapshots.dto';
import {
  documentPartMappings,
  toSnapshotColumnNames,
  documentKeyColumns,
  documentKeyFields,
  DOCUMENT_STATE_COLUMNS,
  SHIPMENT_STATE_COLUMNS,
  INITIAL_STATE,
  subStatusField,
} from './document-parts';

const parentIdField = compositeReferenceField('parent', 'parentId', documentReference, {
  optional: true,
});

const parentField: FieldMapping = {
  ...parentIdField,
  columns: ['parentId', 'parentType'],
  parse: (value, context) => ({
    ...parentIdField.parse(value, context),
    parentType: value ? documentTypes[(value as DocumentNameDto).document] : null,
  }),
};

const shipmentField = compositeReferenceField('shipment', 'soleParentId', shipmentReference, {
  optional: true,
});

/** The shipment of a delivery note. */
const deliveryNoteShipmentField: FieldMapping = {
  ...shipmentField,
  serialize: (row, context) =>
    row['type'] === documentTypes.deliveryNote ? shipmentField.serialize(row, context) : undefined,
};

/** Returns the source of a document, if each source has at most one such document. */
function toSoleParentId(row: RowValues): unknown {
  const { type, parentId, parentType, credited, exchanged, annulled, soleParentId } = row;
  if (annulled) return null;
  if (type === documentTypes.invoice) return credited || exchanged ? null : parentId;
  if (type === documentTypes.return) return parentId;
  if (type === documentTypes.creditNote)
    return parentType === documentTypes.return ? parentId : null;
  return soleParentId;
}

/** The invoice that a credit note corrects. */
const correctedInvoiceField = compositeReferenceField('corrects', 'invoiceId', documentReference, {
  optional: true,
});
/** The simplified invoice that a full one replaces. */
const replacedInvoiceField = compositeReferenceField('replaces', 'replacesId', documentReference, {
  optional: true,
});

/** The immutable content of a document of any kind. */
export const documentDeclaration: StoredRecordDeclaration = {
  type: 'document',
  entity: SalesDocument,
  keyProperties: documentKeyColumns,
  isImmutable: true,
  listMutableMembers: ({ type, credited, exchanged, annulled }) => {
    // Shipments are added to orders later, and give up rows to new ones.
    if (type === documentTypes.order) return ['shipments', 'shipmentRows'];
    // Additional items join the tax groups of an RMA.
    if (type === documentTypes.rma) return ['taxes'];
    const annulmentMembers = annulled ? ['annulled', 'annulmentReason', 'soleParentId'] : [];
    // The annulment of a credit note reopens its invoice: `credited` is false then.
    const wasClosed = typeof credited === 'boolean' || exchanged;
    const isClosedInvoice = type === documentTypes.invoice && wasClosed;
    return [
      ...annulmentMembers,
      ...(isClosedInvoice ? ['credited', 'exchanged', 'soleParentId'] : []),
    ];
  },
  fields: createColumnFields(SalesDocument, {
    customFields: [
      ...documentKeyFields,
      parentField,
      correctedInvoiceField,
      replacedInvoiceField,
      deliveryNoteShipmentField,
      snapshotReferenceField('user', toSnapshotColumnNames('user'), userPidResolver),
      snapshotReferenceField(
        'customerGroup',
        toSnapshotColumnNames('customerGroup'),
        userGroupPidResolver,
      ),
      snapshotReferenceField('channel', toSnapshotColumnNames('channel'), channelPidResolver),
      snapshotReferenceField(
        'office',
        toSnapshotColumnNames('headquarter'),
        headquarterPidResolver,
        {
          id: 0,
          pId: null,
        },
      ),
      headquarterField,
      snapshotReferenceField(
        'paymentSystem',
        toSnapshotColumnNames('paymentSystem'),
        elementPidResolvers.paymentSystem,
      ),
      paymentField,
      deliveryField,
      shippingsField,
      marketplaceField,
      salesAgentField,
      additionalInformationField,
    ],
    omittedColumns: [
      'documentNumberFolded',
      'version',
      'subStatusId',
      'verifactu',
      ...DOCUMENT_STATE_COLUMNS,
    ],
  }),
  derivedColumns: [
    {
      property: 'documentNumberFolded',
      compute: ({ documentNumber: n }) => (n === null ? null : toSortKey(n as string)),
    },
    {
      property: 'soleParentId',
      compute: toSoleParentId,
    },
  ],
  parts: documentPartMappings,
  dryRunColumns: ['type', 'pId', 'headquarterId', 'documentNumber', 'status'],
  getReferencedKeys: ({ parent, corrects, replaces }) =>
    [parent, corrects, replaces].flatMap((one) =>
      one ? [documentReference.toKey(one as DocumentNameDto)] : [],
    ),
  initialColumns: () => ({
    ...INITIAL_STATE,
    paid: false,
    comment: '',
    transactionId: '',
    authNumber: '',
    ...Object.fromEntries(totalColumns.map((name) => [name, 0])),
    rounding: null,
  }),
  afterWrite: indexDocuments,
};

const byUserField: FieldMapping = {
  ...storedReferenceField('byUser', 'byId', userPidResolver, { optional: true }),
  columns: ['byId', 'byKind'],
  serialize: ({ byId, byKind }, { naturalKeys }) => {
    const pId =
      byKind === 'user'
        ? naturalKeys.findNaturalKey(userPidResolver, byId as number | null)
        : undefined;
    return pId === undefined ? undefined : { pId };
  },
  parse: (value, { ids }) => {
    const pId = (value as { pId: string } | undefined)?.pId;
    return pId === undefined ? {} : { byId: ids.get(userPidResolver, pId) ?? null };
  },
};

/** The mutable state of a document. */
export const documentStateDeclaration: StoredRecordDeclaration = {
  type: 'documentState',
  entity: SalesDocument,
  listServiceFiles: listIssuedFiles,
  keyProperties: documentKeyColumns,
  isUpdateOnly: true,
  fields: createSelectedColumnFields(SalesDocument, DOCUMENT_STATE_COLUMNS, [
    ...documentKeyFields,
    subStatusField,
    storedObjectField('verifactu', () => VerifactuSnapshotDto),
  ]),
  parts: [
    {
      name: 'rows',
      entity: DocumentRow,
      ownerProperty: 'documentId',
      indexMember: 'row',
      fields: createSelectedColumnFields(DocumentRow, ['returned']),
    },
    {
      name: 'shipments',
      entity: Shipment,
      ownerProperty: 'documentId',
      indexMember: 'shipment',
      fields: createSelectedColumnFields(Shipment, SHIPMENT_STATE_COLUMNS, [
        subStatusField,
        trackingsField,
      ]),
    },
    {
      name: 'vouchers',
      entity: DocumentVoucher,
      ownerProperty: 'documentId',
      fields: createColumnFields(DocumentVoucher, {
        customFields: [
          compositeReferenceField('voucher', 'voucherId', voucherReference, { optional: true }),
        ],
        omittedColumns: ['documentId'],
      }),
    },
    customTagPartMapping,
    {
      name: 'additionalItems',
      entity: AdditionalItem,
      ownerProperty: 'documentId',
      fields: createColumnFields(AdditionalItem, { omittedColumns: ['documentId'] }),
    },
    ...issuedPartMappings,
    {
      name: 'statuses',
      entity: StatusEntry,
      ownerProperty: 'documentId',
      fields: createColumnFields(StatusEntry, {
        customFields: [
          listIndexField('shipment', 'shipmentId', 'shipments', 0),
          byUserField,
          storedReferenceField('fromSubStatus', 'fromSubStatusId', subStatusPidResolver, {
            optional: true,
          }),
          storedReferenceField('toSubStatus', 'toSubStatusId', subStatusPidResolver, {
            optional: true,
          }),
          actionRunsField,
        ],
        omittedColumns: ['documentId', 'seq', 'byKind'],
      }).concat(createSelectedColumnFields(StatusEntry, ['byKind'])),
      completeNewRows: assignSequenceNumbers,
    },
  ],
  extraChanges: () => ({ version: increment(1) }),
  afterWrite: indexDocuments,
};
