import { Int, Text } from '../../../api';
import type { DomainError } from '../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { is, isAtMost, isOneOf, type Loader, type DataAccess } from '../../../database';
import { Headquarter } from '../../../platform/catalog';
import {
  type CompositeName,
  compositeReferenceField,
  createColumnFields,
  defineRecordExport,
  type ExportSource,
  defineStoredRecordExport,
  createNameResolver,
  type NameResolver,
  type StoredRecordDeclaration,
  type RowValues,
} from '../../../platform/data-transfer/imports';
import {
  INITIAL_SENDING_STATE,
  VerifactuChain,
  VerifactuChainNotImportable,
  VerifactuRecord,
  VerifactuSubmission,
} from '../verifactu';
import { documentReference } from './document-names';

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

const chainNameResolver = createNameResolver('verifactuChain', VerifactuChain, 'installation');

const chainReference: CompositeName<VerifactuChainNameDto> = {
  dto: VerifactuChainNameDto,
  resolver: chainNameResolver,
  toDto: (installation) => ({ installation }),
  toKey: ({ installation }) => installation,
};

const sequencePlan = createLoadPlan(VerifactuRecord, ['chainId', 'sequence']);
const verifactuRecordResolver: NameResolver = {
  name: 'verifactuRecord',
  findNames: async (loader, ids) => {
    const found = await loader.listByIds(VerifactuRecord, ids, sequencePlan);
    const chains = await chainNameResolver.findNames(
      loader,
      found.map(({ chainId }) => chainId),
    );
    return new Map(
      found.map(({ id, chainId, sequence }) => [
        id,
        JSON.stringify([chains.get(chainId) ?? '', sequence]),
      ]),
    );
  },
  findIds: async (loader, keys) => {
    const keyParts = keys.map((key) => JSON.parse(key) as [string, number]);
    const chains = await chainNameResolver.findIds(
      loader,
      keyParts.map(([installation]) => installation),
    );
    const installations = new Map([...chains].map(([installation, id]) => [id, installation]));
    const found = await loader.listWhere(
      VerifactuRecord,
      [
        isOneOf('chainId', [...chains.values()]),
        isOneOf(
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

const verifactuRecordReference: CompositeName<VerifactuRecordNameDto> = {
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
  key: ['installation'],
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
const recordDeclaration: StoredRecordDeclaration = {
  type: 'verifactuRecord',
  entity: VerifactuRecord,
  key: ['chainId', 'sequence'],
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
    const name = corrects as VerifactuRecordNameDto | undefined;
    return name ? [JSON.stringify([{ installation: name.installation }, name.sequence])] : [];
  },
  findErrors: ({ loader }, rows) =>
    findOpenChainErrors(loader, rows, (row) => row['chainId'] as number),
  afterWrite: updateLastSequences,
};

/** The answers of AEAT. */
const submissionDeclaration: StoredRecordDeclaration = {
  type: 'verifactuSubmission',
  entity: VerifactuSubmission,
  key: ['recordId'],
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

/** Returns the errors of rows of an open chain: only the service itself writes that. */
async function findOpenChainErrors(
  loader: Loader,
  rows: readonly RowValues[],
  toChainId: (row: RowValues) => number,
): Promise<Map<RowValues, DomainError>> {
  const conditions = [isOneOf('id', [...new Set(rows.map(toChainId))]), is('isOpen', 1)];
  const open = await loader.listIds(VerifactuChain, conditions);
  return new Map(
    rows
      .filter((row) => open.includes(toChainId(row)))
      .map((row) => [row, new VerifactuChainNotImportable()] as const),
  );
}

/** A chain ends with its latest record. */
async function updateLastSequences(
  { loader, writer }: DataAccess,
  ids: readonly number[],
): Promise<void> {
  const last = new Map<number, number>();
  for (const { chainId, sequence } of await loader.listByIds(VerifactuRecord, ids, sequencePlan)) {
    last.set(chainId, Math.max(last.get(chainId) ?? 0, sequence));
  }
  for (const [id, sequence] of last) {
    const conditions = [is('id', id), isAtMost('last', sequence)];
    await writer.update(VerifactuChain, conditions, { last: sequence });
  }
}

/** Record types of Veri*factu whose records are only created by operations. */
export const verifactuDeclarations: readonly StoredRecordDeclaration[] = [
  chainDeclaration,
  recordDeclaration,
  submissionDeclaration,
];

const modePlan = createLoadPlan(Headquarter, ['pId', 'verifactu']);
const submittedPlan = createLoadPlan(VerifactuRecord, [], { submissions: [] });

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
      defineStoredRecordExport(recordDeclaration),
      {
        type: submissionDeclaration.type,
        prepare: async (ids, context) => {
          const found = await context.loader.listByIds(VerifactuRecord, ids, submittedPlan);
          const submitted = found.flatMap(({ submissions }) => submissions.map(({ id }) => id));
          return defineStoredRecordExport(submissionDeclaration).prepare(submitted, context);
        },
      },
    ],
  },
  {
    entity: Headquarter,
    journalKinds: ['headquarter'],
    recordTypes: [defineRecordExport('verifactu', Headquarter, modePlan, toModeRecord)],
  },
];

function toModeRecord({ pId, verifactu: mode }: Loaded<typeof modePlan>) {
  return mode ? { headquarter: { pId }, mode } : undefined;
}
