import { Int, Text } from '../../../api';
import type { DomainError } from '../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { whereEquals, whereAtMost, whereIn, type Loader, type DataAccess } from '../../../database';
import { Headquarter } from '../../../platform/catalog';
import {
  type CompositeReference,
  compositeReferenceField,
  createColumnFields,
  defineRecordExport,
  type ExportSource,
  defineStoredRecordExport,
  createNaturalKeyResolver,
  type NaturalKeyResolver,
  type StoredRecordDeclaration,
  type RowValues,
} from '../../../platform/data-transfer/imports';
import {
  INITIAL_SENDING_STATE,
  VerifactuChain,
  VerifactuChainStillOpen,
  VerifactuRecord,
  VerifactuSubmission,
} from '../verifactu';
import { documentReference } from './document-references';

/** Reference to a chain by its installation number. */
export class VerifactuChainNameDto {
  @Text({ max: 100 })
  installation!: string;
}

/** Reference to an invoicing record. */
export class VerifactuRecordNameDto extends VerifactuChainNameDto {
  @Int({ min: 1, max: Number.MAX_SAFE_INTEGER })
  sequence!: number;
}

const chainKeyResolver = createNaturalKeyResolver('verifactuChain', VerifactuChain, 'installation');

const chainReference: CompositeReference<VerifactuChainNameDto> = {
  dto: VerifactuChainNameDto,
  resolver: chainKeyResolver,
  toDto: (installation) => ({ installation }),
  toKey: ({ installation }) => installation,
};

const sequencePlan = createLoadPlan(VerifactuRecord, ['chainId', 'sequence']);
const verifactuRecordResolver: NaturalKeyResolver = {
  resource: 'verifactuRecord',
  findNaturalKeys: async (loader, ids) => {
    const found = await loader.listByIds(VerifactuRecord, ids, sequencePlan);
    const installationByChainId = await chainKeyResolver.findNaturalKeys(
      loader,
      found.map(({ chainId }) => chainId),
    );
    return new Map(
      found.map(({ id, chainId, sequence }) => [
        id,
        JSON.stringify([installationByChainId.get(chainId) ?? '', sequence]),
      ]),
    );
  },
  findIds: async (loader, keys) => {
    const keyParts = keys.map((key) => JSON.parse(key) as [string, number]);
    const chainIdByInstallation = await chainKeyResolver.findIds(
      loader,
      keyParts.map(([installation]) => installation),
    );
    const installations = new Map(
      [...chainIdByInstallation].map(([installation, id]) => [id, installation]),
    );
    const found = await loader.listWhere(
      VerifactuRecord,
      [
        whereIn('chainId', [...chainIdByInstallation.values()]),
        whereIn(
          'sequence',
          keyParts.map(([, sequence]) => sequence),
        ),
      ],
      sequencePlan,
    );
    return new Map(
      found.map(({ id, chainId, sequence }) => [
        JSON.stringify([installations.get(chainId) ?? '', sequence]),
        id,
      ]),
    );
  },
};

const verifactuRecordReference: CompositeReference<VerifactuRecordNameDto> = {
  dto: VerifactuRecordNameDto,
  resolver: verifactuRecordResolver,
  toDto: (key) => {
    const [installation, sequence] = JSON.parse(key) as [string, number];
    return { installation, sequence };
  },
  toKey: ({ installation, sequence }) => JSON.stringify([installation, sequence]),
};

/** The chains. An imported one is closed: the store that imports it goes on with an installation number of its own. */
const chainDeclaration: StoredRecordDeclaration = {
  type: 'verifactuChain',
  entity: VerifactuChain,
  keyProperties: ['installation'],
  isImmutable: true,
  fields: createColumnFields(VerifactuChain, {
    omittedColumns: ['isOpen', 'nextAt', ...Object.keys(INITIAL_SENDING_STATE)],
  }),
  initialColumns: ({ createdAt }) => ({
    ...INITIAL_SENDING_STATE,
    isOpen: null,
    nextAt: createdAt,
  }),
};

/** The invoicing records, byte for byte. */
const invoicingRecordDeclaration: StoredRecordDeclaration = {
  type: 'verifactuRecord',
  entity: VerifactuRecord,
  keyProperties: ['chainId', 'sequence'],
  isImmutable: true,
  fields: createColumnFields(VerifactuRecord, {
    customFields: [
      compositeReferenceField('chain', 'chainId', chainReference),
      compositeReferenceField('document', 'documentId', documentReference),
      compositeReferenceField('corrects', 'correctsId', verifactuRecordReference, {
        optional: true,
      }),
    ],
  }),
  getReferencedKeys: ({ corrects }) => {
    const recordReference = corrects as VerifactuRecordNameDto | undefined;
    return recordReference
      ? [JSON.stringify([{ installation: recordReference.installation }, recordReference.sequence])]
      : [];
  },
  findErrors: ({ loader }, rows) =>
    findOpenChainErrors(loader, rows, (row) => row['chainId'] as number),
  afterWrite: updateLastSequences,
};

/** The answers of AEAT. */
const submissionDeclaration: StoredRecordDeclaration = {
  type: 'verifactuSubmission',
  entity: VerifactuSubmission,
  keyProperties: ['recordId'],
  fields: createColumnFields(VerifactuSubmission, {
    customFields: [compositeReferenceField('record', 'recordId', verifactuRecordReference)],
  }),
  findErrors: async ({ loader }, rows) => {
    const ids = rows.map((row) => row['recordId'] as number);
    const records = await loader.listByIds(VerifactuRecord, ids, sequencePlan);
    const chainIds = new Map(records.map(({ id, chainId }) => [id, chainId]));
    return findOpenChainErrors(loader, rows, (row) => chainIds.get(row['recordId'] as number) ?? 0);
  },
};

/** Returns errors for the rows of an open chain, which only the service itself may extend. */
async function findOpenChainErrors(
  loader: Loader,
  rows: readonly RowValues[],
  toChainId: (row: RowValues) => number,
): Promise<Map<RowValues, DomainError>> {
  const conditions = [whereIn('id', [...new Set(rows.map(toChainId))]), whereEquals('isOpen', 1)];
  const openChainIds = await loader.listIds(VerifactuChain, conditions);
  return new Map(
    rows
      .filter((row) => openChainIds.includes(toChainId(row)))
      .map((row) => [row, new VerifactuChainStillOpen()] as const),
  );
}

/** Raises the last sequence number of each chain to that of its latest written record. */
async function updateLastSequences(
  { loader, writer }: DataAccess,
  ids: readonly number[],
): Promise<void> {
  const lastSequenceByChainId = new Map<number, number>();
  for (const { chainId, sequence } of await loader.listByIds(VerifactuRecord, ids, sequencePlan)) {
    lastSequenceByChainId.set(chainId, Math.max(lastSequenceByChainId.get(chainId) ?? 0, sequence));
  }
  for (const [id, sequence] of lastSequenceByChainId) {
    const conditions = [whereEquals('id', id), whereAtMost('last', sequence)];
    await writer.update(VerifactuChain, conditions, { last: sequence });
  }
}

/** Record types of Veri*factu whose records are only created by operations. */
export const verifactuRecordDeclarations: readonly StoredRecordDeclaration[] = [
  chainDeclaration,
  invoicingRecordDeclaration,
  submissionDeclaration,
];

const verifactuModePlan = createLoadPlan(Headquarter, ['pId', 'verifactu']);
const submissionsPlan = createLoadPlan(VerifactuRecord, [], { submissions: [] });

/** Export of chains, records and answers, and then of the modes of headquarters. */
export const verifactuExportSources: readonly ExportSource[] = [
  {
    entity: VerifactuChain,
    journalKinds: [],
    recordTypes: [defineStoredRecordExport(chainDeclaration)],
  },
  {
    entity: VerifactuRecord,
    journalKinds: ['invoice', 'creditNote'],
    journalIdProperty: 'documentId',
    recordTypes: [
      defineStoredRecordExport(invoicingRecordDeclaration),
      {
        type: submissionDeclaration.type,
        loadSerializers: async (ids, context) => {
          const found = await context.loader.listByIds(VerifactuRecord, ids, submissionsPlan);
          const submissionIds = found.flatMap(({ submissions }) => submissions.map(({ id }) => id));
          return defineStoredRecordExport(submissionDeclaration).loadSerializers(
            submissionIds,
            context,
          );
        },
      },
    ],
  },
  {
    entity: Headquarter,
    journalKinds: ['headquarter'],
    recordTypes: [defineRecordExport('verifactu', Headquarter, verifactuModePlan, toModeRecord)],
  },
];

function toModeRecord({ pId, verifactu: mode }: Loaded<typeof verifactuModePlan>) {
  return mode ? { headquarter: { pId }, mode } : undefined;
}
