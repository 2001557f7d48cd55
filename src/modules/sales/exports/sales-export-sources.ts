import { Nested, PublicId } from '../../../api';
import { createLoadPlan } from '../../../core/load-plan';
import { toUrlOrigin } from '../../../core/url-origin';
import { type EntityClass, is, isOneOf, type Loader } from '../../../database';
import { headquarterNames } from '../../../platform/catalog';
import {
  codeField,
  createColumnFields,
  type StoredField,
  REMOVE_ONLY,
  exportRecords,
  type StoredDeclaration,
  exportStoredRecords,
  type ExportSource,
} from '../../../platform/data-transfer/imports';
import { StatusAction } from '../actions';
import {
  type DocumentKind,
  DocumentRow,
  documentTypes,
  NumberSeries,
  SalesDocument,
} from '../documents';
import { SubStatus } from '../states';
import { documentDeclaration, documentStateDeclaration } from './document-declarations';
import { subStatusNames } from './document-names';

class HeadquarterNameDto {
  @PublicId()
  pId!: string;
}

/** The office whose documents are numbered; 0: those without one. */
const headquarterNameField: StoredField = {
  name: 'headquarter',
  decorator: Nested(() => HeadquarterNameDto, { optional: true }) as PropertyDecorator,
  columns: ['headquarterId'],
  serialize: ({ headquarterId }, { names }) => {
    const pId = names.findName(headquarterNames, headquarterId as number);
    return pId === undefined ? undefined : { pId };
  },
  parse: (value, { ids }) => ({
    headquarterId: value ? (ids.get(headquarterNames, (value as HeadquarterNameDto).pId) ?? 0) : 0,
  }),
};

/** How far documents are numbered. */
const numberSeriesDeclaration: StoredDeclaration = {
  type: 'numberSeries',
  entity: NumberSeries,
  key: ['type', 'headquarterId', 'year'],
  fields: createColumnFields(NumberSeries, {
    others: [codeField('document', 'type', documentTypes), headquarterNameField],
  }),
};

/** The lines of sales whose records only operations make. */
export const salesDeclarations: readonly StoredDeclaration[] = [
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

const actionPlan = createLoadPlan(StatusAction, [
  'pId',
  'document',
  'status',
  'subStatusId',
  'action',
  'parameters',
  'active',
]);

/** How a store's own states are exported: before users and documents. */
export const subStatusExportSources: readonly ExportSource[] = [
  {
    entity: SubStatus,
    parentProperty: 'parentId',
    changeKinds: ['subStatus'],
    removalPolicy: {
      removal: { never: 'documents may be in it' },
      renaming: { never: 'no operation renames it' },
    },
    recordTypes: [
      exportRecords(
        'subStatus',
        SubStatus,
        subStatusPlan,
        ({ id: _, parentId, ...one }, { names }) => {
          const parent = names.findName(subStatusNames, parentId);
          return { ...one, ...(parent !== undefined && { parent: { pId: parent } }) };
        },
      ),
    ],
  },
];

/** How what changes of state set off is exported. */
export const statusActionExportSources: readonly ExportSource[] = [
  {
    entity: StatusAction,
    changeKinds: ['statusAction'],
    removalPolicy: REMOVE_ONLY,
    recordTypes: [
      exportRecords(
        'statusAction',
        StatusAction,
        actionPlan,
        (
          { pId, document, status, subStatusId, action, parameters, active },
          { names, includesSecrets },
        ) => {
          const subStatus = names.findName(subStatusNames, subStatusId);
          return {
            pId,
            document,
            status,
            ...(subStatus !== undefined && { subStatus: { pId: subStatus } }),
            action,
            ...(includesSecrets || parameters.url === undefined
              ? { parameters: { ...parameters }, active }
              : // The rest of the address is a secret as a rule: nothing is sent to what is left of it.
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

/** Each kind stands behind those that its documents are made of. */
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

/** How documents are exported, each slice with what has become of it. */
export const documentExportSources: readonly ExportSource[] = [
  ...exportedKinds.map((kind): ExportSource => ({
    entity: documentEntity,
    where: [is('type', documentTypes[kind])],
    changeKinds: [kind],
    removalPolicy: {
      removal: { never: 'a document stays; that it is deleted is a state' },
      renaming: { never: 'a document keeps its name' },
    },
    // How much of an order's lines is held by RMAs stands in the lines: it goes with the states of RMAs.
    ...(kind === 'order' && { dependents: { kind: 'rma', ids: listParentIds } }),
    userIdProperty: 'userId',
    countRows: (loader, ids) =>
      loader.countBy(DocumentRow, 'documentId', [isOneOf('documentId', ids)]),
    recordTypes: [
      exportStoredRecords(documentDeclaration),
      exportStoredRecords(documentStateDeclaration),
    ],
  })),
  {
    entity: NumberSeries,
    changeKinds: [],
    recordTypes: [exportStoredRecords(numberSeriesDeclaration)],
  },
];
