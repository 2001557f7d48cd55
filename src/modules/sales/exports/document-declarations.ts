import { Nested } from '../../../api';
import { toSortKey } from '../../../core/text';
import { increment } from '../../../database';
import {
  channelNameResolver,
  elementNameResolvers,
  headquarterNameResolver,
} from '../../../platform/catalog';
import { tagGroupNameResolver, tagNameResolver, tagValueReference } from '../../custom-tags';
import {
  storedCodeField,
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
import { userGroupNameResolver, userNameResolver, voucherReference } from '../../users';
import { documentTypes } from '../documents';
import { totalColumns } from '../documents/copies/copied-columns';
import { AdditionalItem } from '../documents/entities/additional-item.entity';
import { DocumentRow } from '../documents/entities/document-row.entity';
import {
  DocumentTag,
  tagOwnerCodes,
  tagValueHash,
} from '../documents/entities/document-tag.entity';
import { DocumentVoucher } from '../documents/entities/document-voucher.entity';
import { SalesDocument } from '../documents/entities/document.entity';
import { Shipment } from '../documents/entities/shipment.entity';
import { StatusEntry } from '../documents/entities/status-entry.entity';
import { indexDocuments, assignDeletedTagIds, assignSequenceNumbers } from './document-completion';
import { documentReference, shipmentReference, subStatusNameResolver } from './document-names';
import {
  actionsField,
  deliveryField,
  headquarterField,
  informationField,
  marketplaceField,
  paymentField,
  salesAgentField,
  shippingsField,
  textsField,
  trackingsField,
} from './snapshot-fields';
import { issuedParts, listIssuedFiles } from './issued-parts';
import { type DocumentNameDto, VerifactuSnapshotDto } from './snapshots.dto';
import {
  documentParts,
  rowField,
  snapshotColumns,
  documentKeyColumns,
  documentKeyFields,
  STATE_COLUMNS,
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
const correctedField = compositeReferenceField('corrects', 'invoiceId', documentReference, {
  optional: true,
});
/** The simplified invoice that a full one replaces. */
const replacedField = compositeReferenceField('replaces', 'replacesId', documentReference, {
  optional: true,
});

/** The selected value of a selector, identified by its tag and pId. */
const chosenValueField: FieldMapping = {
  name: 'chosen',
  decorator: Nested(() => tagValueReference.dto, { optional: true }) as PropertyDecorator,
  columns: ['valueId', 'valuePId'],
  insertOnlyColumns: ['valueId'],
  serialize: ({ tagPId, valuePId }) =>
    valuePId === null ? undefined : { tag: tagPId, pId: valuePId },
  parse: (value, { ids }) => {
    if (!value) return { valueId: null, valuePId: null };
    const { resolver, toKey: keyOf } = tagValueReference;
    const chosen = value as Parameters<typeof keyOf>[0];
    return { valueId: ids.get(resolver, keyOf(chosen)) ?? null, valuePId: chosen.pId };
  },
};

/** The immutable content of a document of any kind. */
export const documentDeclaration: StoredRecordDeclaration = {
  type: 'document',
  entity: SalesDocument,
  key: documentKeyColumns,
  isImmutable: true,
  listMutableMembers: ({ type, credited, exchanged, annulled }) => {
    // Shipments are added to orders later, and give up rows to new ones.
    if (type === documentTypes.order) return ['shipments', 'shipmentRows'];
    // Additional items join the tax groups of an RMA.
    if (type === documentTypes.rma) return ['taxes'];
    const annulment = annulled ? ['annulled', 'annulmentReason', 'soleParentId'] : [];
    // The annulment of a credit note reopens its invoice: `credited` is false then.
    const wasClosed = typeof credited === 'boolean' || exchanged;
    const isInvoice = type === documentTypes.invoice && wasClosed;
    return [...annulment, ...(isInvoice ? ['credited', 'exchanged', 'soleParentId'] : [])];
  },
  fields: createColumnFields(SalesDocument, {
    customFields: [
      ...documentKeyFields,
      parentField,
      correctedField,
      replacedField,
      deliveryNoteShipmentField,
      snapshotReferenceField('user', snapshotColumns('user'), userNameResolver),
      snapshotReferenceField(
        'customerGroup',
        snapshotColumns('customerGroup'),
        userGroupNameResolver,
      ),
      snapshotReferenceField('channel', snapshotColumns('channel'), channelNameResolver),
      snapshotReferenceField('office', snapshotColumns('headquarter'), headquarterNameResolver, {
        id: 0,
        pId: null,
      }),
      headquarterField,
      snapshotReferenceField(
        'paymentSystem',
        snapshotColumns('paymentSystem'),
        elementNameResolvers.paymentSystem,
      ),
      paymentField,
      deliveryField,
      shippingsField,
      marketplaceField,
      salesAgentField,
      informationField,
    ],
    omittedColumns: [
      'documentNumberFolded',
      'version',
      'subStatusId',
      'verifactu',
      ...STATE_COLUMNS,
    ],
  }),
  derived: [
    {
      property: 'documentNumberFolded',
      compute: ({ documentNumber: n }) => (n === null ? null : toSortKey(n as string)),
    },
    {
      property: 'soleParentId',
      compute: toSoleParentId,
    },
  ],
  parts: documentParts,
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
  ...storedReferenceField('byUser', 'byId', userNameResolver, { optional: true }),
  columns: ['byId', 'byKind'],
  serialize: ({ byId, byKind }, { names }) => {
    const pId =
      byKind === 'user' ? names.findName(userNameResolver, byId as number | null) : undefined;
    return pId === undefined ? undefined : { pId };
  },
  parse: (value, { ids }) => {
    const pId = (value as { pId: string } | undefined)?.pId;
    return pId === undefined ? {} : { byId: ids.get(userNameResolver, pId) ?? null };
  },
};

/** The mutable state of a document. */
export const documentStateDeclaration: StoredRecordDeclaration = {
  type: 'documentState',
  entity: SalesDocument,
  listServiceFiles: listIssuedFiles,
  key: documentKeyColumns,
  isUpdateOnly: true,
  fields: createSelectedColumnFields(SalesDocument, STATE_COLUMNS, [
    ...documentKeyFields,
    subStatusField,
    storedObjectField('verifactu', () => VerifactuSnapshotDto),
  ]),
  parts: [
    {
      name: 'rows',
      entity: DocumentRow,
      owner: 'documentId',
      indexMember: 'row',
      fields: createSelectedColumnFields(DocumentRow, ['returned']),
    },
    {
      name: 'shipments',
      entity: Shipment,
      owner: 'documentId',
      indexMember: 'shipment',
      fields: createSelectedColumnFields(Shipment, SHIPMENT_STATE_COLUMNS, [
        subStatusField,
        trackingsField,
      ]),
    },
    {
      name: 'vouchers',
      entity: DocumentVoucher,
      owner: 'documentId',
      fields: createColumnFields(DocumentVoucher, {
        customFields: [
          compositeReferenceField('voucher', 'voucherId', voucherReference, { optional: true }),
        ],
        omittedColumns: ['documentId'],
      }),
    },
    {
      name: 'customTags',
      entity: DocumentTag,
      owner: 'documentId',
      key: ['place', 'rowId', 'tagPId'],
      fields: createColumnFields(DocumentTag, {
        customFields: [
          storedCodeField('place', 'place', tagOwnerCodes),
          rowField,
          snapshotReferenceField('customTag', snapshotColumns('tag'), tagNameResolver, { pId: '' }),
          snapshotReferenceField('group', snapshotColumns('group'), tagGroupNameResolver),
          chosenValueField,
          textsField,
        ],
        omittedColumns: ['documentId', 'valueHash'],
      }),
      derived: [{ property: 'valueHash', compute: ({ value }) => tagValueHash(value as string) }],
      completeNewRows: assignDeletedTagIds,
    },
    {
      name: 'additionalItems',
      entity: AdditionalItem,
      owner: 'documentId',
      fields: createColumnFields(AdditionalItem, { omittedColumns: ['documentId'] }),
    },
    ...issuedParts,
    {
      name: 'statuses',
      entity: StatusEntry,
      owner: 'documentId',
      fields: createColumnFields(StatusEntry, {
        customFields: [
          listIndexField('shipment', 'shipmentId', 'shipments', 0),
          byUserField,
          storedReferenceField('fromSubStatus', 'fromSubStatusId', subStatusNameResolver, {
            optional: true,
          }),
          storedReferenceField('toSubStatus', 'toSubStatusId', subStatusNameResolver, {
            optional: true,
          }),
          actionsField,
        ],
        omittedColumns: ['documentId', 'seq', 'byKind'],
      }).concat(createSelectedColumnFields(StatusEntry, ['byKind'])),
      completeNewRows: assignSequenceNumbers,
    },
  ],
  extraChanges: () => ({ version: increment(1) }),
  afterWrite: indexDocuments,
};
