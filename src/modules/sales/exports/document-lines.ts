import { Nested } from '../../../api';
import { toSortKey } from '../../../core/text';
import { increment } from '../../../database';
import { channelNames, elementNames, headquarterNames } from '../../../platform/catalog';
import { tagGroupNames, tagNames, tagValueName } from '../../custom-tags';
import {
  codeField,
  createColumnFields,
  compositeField,
  type StoredField,
  createFieldsOfColumns,
  snapshotReferenceField,
  indexField,
  referenceField,
  sha256Field,
  type StoredDeclaration,
} from '../../../platform/data-transfer/imports';
import { userGroupNames, userNames, voucherName } from '../../users';
import { countImportedCreditNotes } from '../after-sales';
import {
  AdditionalItem,
  DocumentRow,
  DocumentTag,
  documentTypes,
  DocumentVoucher,
  IssuedEDocument,
  SalesDocument,
  Shipment,
  StatusEntry,
  tagPlaces,
  tagValueHash,
  totalColumns,
} from '../documents';
import { indexDocuments, numbered, withTagIds } from './document-completion';
import {
  documentKey,
  documentNames,
  documentOf,
  shipmentName,
  subStatusNames,
} from './document-names';
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
} from './snapshot-forms';
import { DocumentNameDto } from './snapshots.dto';
import {
  documentParts,
  inRow,
  kept,
  key,
  keyFields,
  LATER,
  LATER_OF_SHIPMENTS,
  notYet,
  subStatus,
} from './document-parts';

const parentField: StoredField = {
  name: 'parent',
  decorator: Nested(() => DocumentNameDto, { optional: true }) as PropertyDecorator,
  columns: ['parentId', 'parentType'],
  serialize: ({ parentId }, { names }) => {
    const called = names.findName(documentNames, parentId as number | null);
    return called === undefined ? undefined : documentOf(called);
  },
  parse: (value, { ids }) => {
    if (!value) return { parentId: null, parentType: null };
    const parent = value as DocumentNameDto;
    const parentId = ids.get(documentNames, documentKey(parent)) ?? null;
    return { parentId, parentType: documentTypes[parent.document] };
  },
};

const soleShipment = compositeField('shipment', 'soleParentId', shipmentName, { optional: true });

/** The shipment that a delivery note is of. */
const shipmentOfNote: StoredField = {
  ...soleShipment,
  serialize: (row, telling) =>
    row['type'] === documentTypes.deliveryNote ? soleShipment.serialize(row, telling) : undefined,
};

/** Documents of which there is one for each parent. */
const solePerParent: readonly number[] = [
  documentTypes.invoice,
  documentTypes.return,
  documentTypes.creditNote,
];

/** The value that was chosen of a selector: known by its tag and its pId. */
const chosenValue: StoredField = {
  name: 'chosen',
  decorator: Nested(() => tagValueName.dto, { optional: true }) as PropertyDecorator,
  columns: ['valueId', 'valuePId'],
  insertOnlyColumns: ['valueId'],
  serialize: ({ tagPId, valuePId }) => (valuePId === null ? undefined : { tag: tagPId, pId: valuePId }),
  parse: (value, { ids }) => {
    if (!value) return { valueId: null, valuePId: null };
    const { resolver, toKey: keyOf } = tagValueName;
    const chosen = value as Parameters<typeof keyOf>[0];
    return { valueId: ids.get(resolver, keyOf(chosen)) ?? null, valuePId: chosen.pId };
  },
};

/** A document as it was made, of whatever kind. */
export const documentLines: StoredDeclaration = {
  type: 'document',
  entity: SalesDocument,
  key,
  isImmutable: true,
  // Additional items join the tax groups of an RMA.
  mutableParts: ({ type }) => (type === documentTypes.rma ? ['taxes'] : []),
  fields: createColumnFields(SalesDocument, {
    others: [
      ...keyFields,
      parentField,
      shipmentOfNote,
      snapshotReferenceField('user', kept('user'), userNames),
      snapshotReferenceField('customerGroup', kept('customerGroup'), userGroupNames),
      snapshotReferenceField('channel', kept('channel'), channelNames),
      snapshotReferenceField('office', kept('headquarter'), headquarterNames, { id: 0, pId: null }),
      headquarterField,
      snapshotReferenceField('paymentSystem', kept('paymentSystem'), elementNames.paymentSystem),
      paymentField,
      deliveryField,
      shippingsField,
      marketplaceField,
      salesAgentField,
      informationField,
    ],
    without: ['documentNumberFolded', 'version', 'subStatusId', ...LATER],
  }),
  derived: [
    {
      property: 'documentNumberFolded',
      compute: ({ documentNumber: n }) => (n === null ? null : toSortKey(n as string)),
    },
    {
      property: 'soleParentId',
      compute: ({ type, parentId, soleParentId }) =>
        solePerParent.includes(type as number) ? parentId : soleParentId,
    },
  ],
  parts: documentParts,
  provisionalColumns: ['type', 'pId', 'headquarterId', 'documentNumber', 'status'],
  getReferencedKeys: ({ parent }) => (parent ? [nameOf(parent as DocumentNameDto)] : []),
  initialColumns: () => ({
    ...notYet,
    paid: false,
    comment: '',
    transactionId: '',
    authNumber: '',
    ...Object.fromEntries(totalColumns.map((name) => [name, 0])),
    rounding: null,
  }),
  afterWrite: async (stores, ids) => {
    await countImportedCreditNotes(stores, ids);
    await indexDocuments(stores, ids);
  },
};

/** The key of a document's line, as `StoredLines.keyOf` makes it. */
function nameOf({ document, pId }: DocumentNameDto): string {
  return JSON.stringify([document, pId]);
}

const byUser: StoredField = {
  ...referenceField('byUser', 'byId', userNames, { optional: true }),
  columns: ['byId', 'byKind'],
  serialize: ({ byId, byKind }, { names }) => {
    const pId = byKind === 'user' ? names.findName(userNames, byId as number | null) : undefined;
    return pId === undefined ? undefined : { pId };
  },
  parse: (value, { ids }) => {
    const pId = (value as { pId: string } | undefined)?.pId;
    return pId === undefined ? {} : { byId: ids.get(userNames, pId) ?? null };
  },
};

/** What has become of a document since. */
export const documentStateLines: StoredDeclaration = {
  type: 'documentState',
  entity: SalesDocument,
  key,
  updatesOtherRecords: true,
  fields: createFieldsOfColumns(SalesDocument, LATER, [...keyFields, subStatus]),
  parts: [
    {
      name: 'rows',
      entity: DocumentRow,
      owner: 'documentId',
      indexMember: 'row',
      fields: createFieldsOfColumns(DocumentRow, ['returned']),
    },
    {
      name: 'shipments',
      entity: Shipment,
      owner: 'documentId',
      indexMember: 'shipment',
      fields: createFieldsOfColumns(Shipment, LATER_OF_SHIPMENTS, [subStatus, trackingsField]),
    },
    {
      name: 'vouchers',
      entity: DocumentVoucher,
      owner: 'documentId',
      fields: createColumnFields(DocumentVoucher, {
        others: [compositeField('voucher', 'voucherId', voucherName, { optional: true })],
        without: ['documentId'],
      }),
    },
    {
      name: 'customTags',
      entity: DocumentTag,
      owner: 'documentId',
      key: ['place', 'rowId', 'tagPId'],
      fields: createColumnFields(DocumentTag, {
        others: [
          codeField('place', 'place', tagPlaces),
          inRow,
          snapshotReferenceField('customTag', kept('tag'), tagNames, { pId: '' }),
          snapshotReferenceField('group', kept('group'), tagGroupNames),
          chosenValue,
          textsField,
        ],
        without: ['documentId', 'valueHash'],
      }),
      derived: [{ property: 'valueHash', compute: ({ value }) => tagValueHash(value as string) }],
      completeNewRows: withTagIds,
    },
    {
      name: 'additionalItems',
      entity: AdditionalItem,
      owner: 'documentId',
      fields: createColumnFields(AdditionalItem, { without: ['documentId'] }),
    },
    {
      name: 'eDocuments',
      entity: IssuedEDocument,
      owner: 'documentId',
      key: ['form'],
      fields: createColumnFields(IssuedEDocument, {
        others: [sha256Field('sha256', 'the file')],
        without: ['documentId'],
      }),
    },
    {
      name: 'statuses',
      entity: StatusEntry,
      owner: 'documentId',
      fields: createColumnFields(StatusEntry, {
        others: [
          indexField('shipment', 'shipmentId', 'shipments', 0),
          byUser,
          referenceField('fromSubStatus', 'fromSubStatusId', subStatusNames, { optional: true }),
          referenceField('toSubStatus', 'toSubStatusId', subStatusNames, { optional: true }),
          actionsField,
        ],
        without: ['documentId', 'seq', 'byKind'],
      }).concat(createFieldsOfColumns(StatusEntry, ['byKind'])),
      completeNewRows: numbered,
    },
  ],
  extraChanges: () => ({ version: increment(1) }),
  afterWrite: indexDocuments,
};
