import { Nested } from '../../../api';
import { sortKey } from '../../../core/text';
import { isOneOf, plus, type Stores } from '../../../database';
import { plan } from '../../../core/load-plan';
import { channelNames, elementNames, headquarterNames, taxNames } from '../../catalog';
import { tagGroupNames, tagNames, tagValueName } from '../../custom-tags';
import {
  codeField,
  columnFields,
  compositeField,
  type Field,
  fieldsOf,
  keptField,
  keyField,
  type Part,
  placeField,
  referenceField,
  type Row,
  type StoredDeclaration,
} from '../../intake';
import { locationNames } from '../../locations';
import { userGroupNames, userNames, voucherName } from '../../users';
import { countCredited } from '../after-sales';
import {
  AdditionalItem,
  DocumentAddress,
  DocumentDiscount,
  DocumentRow,
  documentSearch,
  DocumentTag,
  DocumentTax,
  documentTypes,
  DocumentVoucher,
  OptionValue,
  RowOption,
  RowStock,
  SalesDocument,
  searchedPlan,
  searchFields,
  Shipment,
  ShipmentRow,
  shipmentSearch,
  StatusEntry,
  tagPlaces,
  tagValueHash,
  totalColumns,
} from '../documents';
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
  taxesField,
  textsField,
  trackingsField,
} from './snapshot-forms';
import { DocumentNameDto } from './snapshots.dto';

const kept = (name: string): { id: string; pId: string } => ({
  id: `${name}Id`,
  pId: `${name}PId`,
});

/** What becomes of a document after it was made: of that the lines may change. */
const LATER = [
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

const LATER_OF_SHIPMENTS = [
  'packages',
  'trackingNumber',
  'status',
  'exported',
  'updatedAt',
] as const;

/** Until the line that says what has become of it comes: nobody is to fetch it before. */
const notYet = { status: 1, exported: true, updatedAt: new Date(0), version: 1 };

const key = ['type', 'pId'];
const keyFields = [codeField('document', 'type', documentTypes), keyField('pId')];
const subStatus = referenceField('subStatus', 'subStatusId', subStatusNames, { optional: true });
const ofRow = placeField('row', 'rowId', 'rows', null);
const inRow = placeField('row', 'rowId', 'rows', 0);

const parentField: Field = {
  name: 'parent',
  declare: Nested(() => DocumentNameDto, { optional: true }) as PropertyDecorator,
  columns: ['parentId', 'parentType'],
  tell: ({ parentId }, { names }) => {
    const called = names.nameOf(documentNames, parentId as number | null);
    return called === undefined ? undefined : documentOf(called);
  },
  read: (value, { ids }) => {
    if (!value) return { parentId: null, parentType: null };
    const parent = value as DocumentNameDto;
    const parentId = ids.of(documentNames, documentKey(parent)) ?? null;
    return { parentId, parentType: documentTypes[parent.document] };
  },
};

const soleShipment = compositeField('shipment', 'soleParentId', shipmentName, { optional: true });

/** The shipment that a delivery note is of. */
const shipmentOfNote: Field = {
  ...soleShipment,
  tell: (row, telling) =>
    row['type'] === documentTypes.deliveryNote ? soleShipment.tell(row, telling) : undefined,
};

/** Documents of which there is one for each parent. */
const only: readonly number[] = [
  documentTypes.invoice,
  documentTypes.return,
  documentTypes.creditNote,
];

const none = { id: 0, pId: '' } as const;

/** The value that was chosen of a selector: known by its tag and its pId. */
const chosenValue: Field = {
  name: 'chosen',
  declare: Nested(() => tagValueName.dto, { optional: true }) as PropertyDecorator,
  columns: ['valueId', 'valuePId'],
  tell: ({ tagPId, valuePId }) => (valuePId === null ? undefined : { tag: tagPId, pId: valuePId }),
  read: (value, { ids }) => {
    if (!value) return { valueId: null, valuePId: null };
    const { named, key: keyOf } = tagValueName;
    const chosen = value as Parameters<typeof keyOf>[0];
    return { valueId: ids.of(named, keyOf(chosen)) ?? null, valuePId: chosen.pId };
  },
};

const documentParts: readonly Part[] = [
  {
    name: 'addresses',
    entity: DocumentAddress,
    owner: 'documentId',
    fields: columnFields(DocumentAddress, { without: ['documentId'] }),
  },
  {
    name: 'rows',
    entity: DocumentRow,
    owner: 'documentId',
    within: 'parentRow',
    fields: columnFields(DocumentRow, {
      others: [
        placeField('parentRow', 'parentRowId', 'rows', null),
        keptField('product', kept('product'), elementNames.product),
      ],
      without: ['documentId', 'sourceRowId', 'returned'],
    }),
    complete: withSources,
  },
  {
    name: 'options',
    entity: RowOption,
    owner: 'documentId',
    fields: columnFields(RowOption, { others: [inRow], without: ['documentId'] }),
  },
  {
    name: 'optionValues',
    entity: OptionValue,
    owner: 'documentId',
    fields: columnFields(OptionValue, {
      others: [placeField('option', 'rowOptionId', 'options', 0)],
      without: ['documentId'],
    }),
  },
  {
    name: 'stocks',
    entity: RowStock,
    owner: 'documentId',
    fields: columnFields(RowStock, {
      others: [inRow, keptField('warehouse', kept('warehouse'), elementNames.warehouse, none)],
      without: ['documentId'],
    }),
  },
  {
    name: 'taxes',
    entity: DocumentTax,
    owner: 'documentId',
    fields: columnFields(DocumentTax, {
      others: [ofRow, keptField('tax', kept('tax'), taxNames, none)],
      without: ['documentId'],
    }),
  },
  {
    name: 'shipments',
    entity: Shipment,
    owner: 'documentId',
    fields: columnFields(Shipment, {
      others: [
        keptField('shippingType', kept('shippingType'), elementNames.shippingType),
        taxesField,
        referenceField('physicalLocation', 'physicalLocationId', locationNames, { optional: true }),
      ],
      without: ['documentId', 'version', 'subStatusId', 'trackings', ...LATER_OF_SHIPMENTS],
    }),
    complete: (rows) => Promise.resolve(rows.map((row) => ({ ...notYet, packages: 0, ...row }))),
  },
  {
    name: 'discounts',
    entity: DocumentDiscount,
    owner: 'documentId',
    fields: columnFields(DocumentDiscount, {
      others: [ofRow, placeField('shipment', 'shipmentId', 'shipments', null)],
      without: ['documentId'],
    }),
  },
  {
    name: 'shipmentRows',
    entity: ShipmentRow,
    owner: 'documentId',
    fields: columnFields(ShipmentRow, {
      others: [placeField('shipment', 'shipmentId', 'shipments', 0), inRow],
      without: ['documentId'],
    }),
  },
];

/** A document as it was made, of whatever kind. */
export const documentLines: StoredDeclaration = {
  type: 'document',
  entity: SalesDocument,
  key,
  isFixed: true,
  fields: columnFields(SalesDocument, {
    others: [
      ...keyFields,
      parentField,
      shipmentOfNote,
      keptField('user', kept('user'), userNames),
      keptField('customerGroup', kept('customerGroup'), userGroupNames),
      keptField('channel', kept('channel'), channelNames),
      keptField('office', kept('headquarter'), headquarterNames, { id: 0, pId: null }),
      headquarterField,
      keptField('paymentSystem', kept('paymentSystem'), elementNames.paymentSystem),
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
      from: ({ documentNumber: n }) => (n === null ? null : sortKey(n as string)),
    },
    {
      property: 'soleParentId',
      from: ({ type, parentId, soleParentId }) =>
        only.includes(type as number) ? parentId : soleParentId,
    },
  ],
  parts: documentParts,
  refersTo: ({ parent }) => (parent ? [nameOf(parent as DocumentNameDto)] : []),
  initial: () => ({
    ...notYet,
    paid: false,
    comment: '',
    transactionId: '',
    authNumber: '',
    ...Object.fromEntries(totalColumns.map((name) => [name, 0])),
  }),
  after: async (stores, ids) => {
    await countCredited(stores, ids);
    await index(stores, ids);
  },
};

/** As `StoredLines.keyOf` has it. */
function nameOf({ document, pId }: DocumentNameDto): string {
  return JSON.stringify([document, pId]);
}

const byUser: Field = {
  ...referenceField('byUser', 'byId', userNames, { optional: true }),
  columns: ['byId', 'byKind'],
  tell: ({ byId, byKind }, { names }) => {
    const pId = byKind === 'user' ? names.nameOf(userNames, byId as number | null) : undefined;
    return pId === undefined ? undefined : { pId };
  },
  read: (value, { ids }) => {
    const pId = (value as { pId: string } | undefined)?.pId;
    return pId === undefined ? {} : { byId: ids.of(userNames, pId) ?? null };
  },
};

/** What has become of a document since. */
export const documentStateLines: StoredDeclaration = {
  type: 'documentState',
  entity: SalesDocument,
  key,
  isOfOther: true,
  fields: fieldsOf(SalesDocument, LATER, [...keyFields, subStatus]),
  parts: [
    {
      name: 'rows',
      entity: DocumentRow,
      owner: 'documentId',
      places: 'row',
      fields: fieldsOf(DocumentRow, ['returned']),
    },
    {
      name: 'shipments',
      entity: Shipment,
      owner: 'documentId',
      places: 'shipment',
      fields: fieldsOf(Shipment, LATER_OF_SHIPMENTS, [subStatus, trackingsField]),
    },
    {
      name: 'vouchers',
      entity: DocumentVoucher,
      owner: 'documentId',
      fields: columnFields(DocumentVoucher, {
        others: [compositeField('voucher', 'voucherId', voucherName, { optional: true })],
        without: ['documentId'],
      }),
    },
    {
      name: 'customTags',
      entity: DocumentTag,
      owner: 'documentId',
      key: ['place', 'rowId', 'tagPId'],
      fields: columnFields(DocumentTag, {
        others: [
          codeField('place', 'place', tagPlaces),
          inRow,
          keptField('customTag', kept('tag'), tagNames, { pId: '' }),
          keptField('group', kept('group'), tagGroupNames),
          chosenValue,
          textsField,
        ],
        without: ['documentId', 'valueHash'],
      }),
      derived: [{ property: 'valueHash', from: ({ value }) => tagValueHash(value as string) }],
      complete: withTagIds,
    },
    {
      name: 'additionalItems',
      entity: AdditionalItem,
      owner: 'documentId',
      fields: columnFields(AdditionalItem, { without: ['documentId'] }),
    },
    {
      name: 'statuses',
      entity: StatusEntry,
      owner: 'documentId',
      fields: columnFields(StatusEntry, {
        others: [
          placeField('shipment', 'shipmentId', 'shipments', 0),
          byUser,
          referenceField('fromSubStatus', 'fromSubStatusId', subStatusNames, { optional: true }),
          referenceField('toSubStatus', 'toSubStatusId', subStatusNames, { optional: true }),
          actionsField,
        ],
        without: ['documentId', 'seq', 'byKind'],
      }).concat(fieldsOf(StatusEntry, ['byKind'])),
      complete: numbered,
    },
  ],
  touched: () => ({ version: plus(1) }),
  after: index,
};

/** Tags that are gone have no id here; each of a document's has one of its own, which no tag has. */
function withTagIds(rows: readonly Row[]): Promise<Row[]> {
  let gone = 0;
  return Promise.resolve(rows.map((row) => ('tagId' in row ? row : { ...row, tagId: --gone })));
}

const parentPlan = plan(SalesDocument, ['parentId']);
const hashPlan = plan(DocumentRow, ['documentId', 'hash']);

/** Rows of a document that was made of another one, with the ids of the rows that they were made of. */
async function withSources(rows: readonly Row[], { loader }: Stores): Promise<Row[]> {
  const ids = [...new Set(rows.map(({ documentId }) => documentId as number))];
  const documents = await loader.byIds(SalesDocument, ids, parentPlan);
  const parents = new Map(documents.map(({ id, parentId }) => [id, parentId]));
  const sources = documents.flatMap(({ parentId }) => parentId ?? []);
  const named = [isOneOf('documentId', sources)];
  const found = sources.length === 0 ? [] : await loader.where(DocumentRow, named, hashPlan);
  const byHash = new Map(found.map(({ id, documentId, hash }) => [`${documentId}/${hash}`, id]));
  return rows.map((row) => {
    const parentId = parents.get(row['documentId'] as number);
    const sourceRowId = byHash.get(`${String(parentId)}/${String(row['hash'])}`) ?? null;
    return { ...row, sourceRowId };
  });
}

const versionPlan = plan(SalesDocument, ['version']);
const shipmentVersionPlan = plan(Shipment, ['version']);

/** Changes of states with the versions that they make: one for each, as when they happened. */
async function numbered(rows: readonly Row[], { loader, writer }: Stores): Promise<Row[]> {
  const ofDocuments = await loader.byIds(
    SalesDocument,
    rows.map(({ documentId }) => documentId as number),
    versionPlan,
  );
  const ofShipments = await loader.byIds(
    Shipment,
    rows.flatMap(({ shipmentId }) => (shipmentId === 0 ? [] : (shipmentId as number))),
    shipmentVersionPlan,
  );
  const document = new Map(ofDocuments.map(({ id, version }) => [id, version]));
  const shipment = new Map(ofShipments.map(({ id, version }) => [id, version]));
  const made = rows.map((row) => {
    const isOfShipment = row['shipmentId'] !== 0;
    const versions = isOfShipment ? shipment : document;
    const id = (isOfShipment ? row['shipmentId'] : row['documentId']) as number;
    const seq = (versions.get(id) ?? 0) + 1;
    versions.set(id, seq);
    return { ...row, seq };
  });
  const added = (before: readonly { id: number; version: number }[], after: Map<number, number>) =>
    new Map(before.map(({ id, version }) => [id, (after.get(id) ?? version) - version]));
  if (ofDocuments.length > 0)
    await writer.add(SalesDocument, 'version', added(ofDocuments, document));
  if (ofShipments.length > 0) await writer.add(Shipment, 'version', added(ofShipments, shipment));
  return made;
}

const searchedShipment = plan(Shipment, ['pId', 'trackingNumber']);

/** What `q` finds documents and their shipments by. */
async function index({ loader, search }: Stores, ids: readonly number[]): Promise<void> {
  const documents = await loader.byIds(SalesDocument, ids, searchedPlan);
  await search.put(
    documentSearch,
    documents.map((one) => ({ id: one.id, fields: searchFields(one) })),
  );
  const named = [isOneOf('documentId', ids)];
  const shipments = ids.length === 0 ? [] : await loader.where(Shipment, named, searchedShipment);
  await search.put(
    shipmentSearch,
    shipments.flatMap(({ id, pId, trackingNumber }) => {
      const fields = [pId, trackingNumber].flatMap((text) => text ?? []);
      return fields.length > 0 ? [{ id, fields }] : [];
    }),
  );
}
