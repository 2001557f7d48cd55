import { PublicId } from '../../../api';
import { createLoadPlan } from '../../../core/load-plan';
import { toUrlOrigin } from '../../../core/url-origin';
import { type EntityClass, whereEquals, whereIn, type Loader } from '../../../database';
import { headquarterPidResolver } from '../../../platform/catalog';
import {
  storedCodeField,
  compositeReferenceField,
  createColumnFields,
  REMOVE_BEFORE_CHANGES_NEVER_RENAME,
  defineRecordExport,
  type StoredRecordDeclaration,
  defineStoredRecordExport,
  type ExportSource,
} from '../../../platform/data-transfer/imports';
import { StatusAction } from '../actions';
import { type DocumentKind, documentTypes, seriesTypes } from '../documents';
import { DocumentRow } from '../documents/entities/document-row.entity';
import { SalesDocument } from '../documents/entities/document.entity';
import { NumberSeries } from '../documents/numbers/number-series.entity';
import { SubStatus } from '../states';
import { documentDeclaration, documentStateDeclaration } from './document-record-declarations';
import { subStatusPidResolver } from './document-references';

class HeadquarterNameDto {
  @PublicId({ refersToStoredData: true })
  pId!: string;
}

/** The headquarter of the series; 0 for documents without one. */
const headquarterReferenceField = compositeReferenceField(
  'headquarter',
  'headquarterId',
  {
    dto: HeadquarterNameDto,
    resolver: headquarterPidResolver,
    toDto: (pId) => ({ pId }),
    toKey: ({ pId }) => pId,
  },
  { optional: true, emptyValue: 0 },
);

/** The last number of each series. */
const numberSeriesDeclaration: StoredRecordDeclaration = {
  type: 'numberSeries',
  entity: NumberSeries,
  keyProperties: ['type', 'headquarterId', 'year'],
  fields: createColumnFields(NumberSeries, {
    customFields: [storedCodeField('document', 'type', seriesTypes), headquarterReferenceField],
  }),
};

/** Record types of sales whose records are only created by operations. */
export const salesRecordDeclarations: readonly StoredRecordDeclaration[] = [
  documentDeclaration,
  documentStateDeclaration,
  numberSeriesDeclaration,
];

const subStatusPlan = createLoadPlan(SubStatus, [
  'pId',
  'document',
  'status',
  'parentId',
  'name',
  'publicName',
  'description',
  'languages',
]);

const statusActionPlan = createLoadPlan(StatusAction, [
  'pId',
  'document',
  'status',
  'subStatusId',
  'action',
  'parameters',
  'active',
]);

/** Export of a store's sub-statuses, which precedes users and documents. */
export const subStatusExportSources: readonly ExportSource[] = [
  {
    entity: SubStatus,
    parentProperty: 'parentId',
    journalKinds: ['subStatus'],
    removalReplay: {
      removal: { unsupportedReason: 'documents may be in it' },
      renaming: { unsupportedReason: 'no operation renames it' },
    },
    recordTypes: [
      defineRecordExport(
        'subStatus',
        SubStatus,
        subStatusPlan,
        (
          { pId, document, status, parentId, name, publicName, description, languages },
          { naturalKeys },
        ) => {
          const parent = naturalKeys.findNaturalKey(subStatusPidResolver, parentId);
          return {
            pId,
            document,
            status,
            name,
            publicName,
            description,
            languages,
            ...(parent !== undefined && { parent: { pId: parent } }),
          };
        },
      ),
    ],
  },
];

/** Export of status actions. */
export const statusActionExportSources: readonly ExportSource[] = [
  {
    entity: StatusAction,
    journalKinds: ['statusAction'],
    removalReplay: REMOVE_BEFORE_CHANGES_NEVER_RENAME,
    recordTypes: [
      defineRecordExport(
        'statusAction',
        StatusAction,
        statusActionPlan,
        (
          { pId, document, status, subStatusId, action, parameters, active },
          { naturalKeys, includesSecrets },
        ) => {
          const subStatus = naturalKeys.findNaturalKey(subStatusPidResolver, subStatusId);
          return {
            pId,
            document,
            status,
            ...(subStatus !== undefined && { subStatus: { pId: subStatus } }),
            action,
            ...(includesSecrets || parameters.url === undefined
              ? { parameters: { ...parameters }, active }
              : // The path of a URL is usually a secret. Without it the action can't work, so it is inactive.
                {
                  parameters: { ...parameters, url: toUrlOrigin(String(parameters.url)) },
                  active: false,
                }),
          };
        },
      ),
    ],
  },
];

/** Kinds in the order of the export: sources before the documents that are generated from them. */
const exportedKinds: readonly DocumentKind[] = [
  'order',
  'invoice',
  'rma',
  'return',
  'creditNote',
  'deliveryNote',
];

async function listParentIds(loader: Loader, ids: readonly number[]): Promise<number[]> {
  const found = await loader.listByIds(
    SalesDocument,
    ids,
    createLoadPlan(SalesDocument, ['parentId']),
  );
  return found.flatMap(({ parentId }) => parentId ?? []);
}

const documentEntity = SalesDocument as EntityClass<{ id: number }>;

/** Export of documents, each batch followed by the states of its documents. */
export const documentExportSources: readonly ExportSource[] = [
  ...exportedKinds.map((kind): ExportSource => ({
    entity: documentEntity,
    where: [whereEquals('type', documentTypes[kind])],
    journalKinds: [kind],
    removalReplay: {
      removal: { unsupportedReason: 'a document stays; that it is deleted is a state' },
      renaming: { unsupportedReason: 'a document keeps its name' },
    },
    // The rows of an order contain the returned quantities, so a change of an RMA changes its order too.
    ...(kind === 'order' && { dependents: { kind: 'rma', listIds: listParentIds } }),
    userIdProperty: 'userId',
    countRows: (loader, ids) =>
      loader.countBy(DocumentRow, 'documentId', [whereIn('documentId', ids)]),
    recordTypes: [
      defineStoredRecordExport(documentDeclaration),
      defineStoredRecordExport(documentStateDeclaration),
    ],
  })),
  {
    entity: NumberSeries,
    journalKinds: [],
    recordTypes: [defineStoredRecordExport(numberSeriesDeclaration)],
  },
];
