import { Nested, OneOf, Text, TextList } from '../../../api';
import { scopes } from '../../../core/scopes';
import { ApiKey, ApiKeyDescent, ApiKeyOldSecret } from '../../access';
import {
  createColumnFields,
  type FieldMapping,
  identifierField,
  createPidResolver,
  plainField,
  REMOVE_BEFORE_CHANGES_NEVER_RENAME,
  storedReferenceField,
  sha256Field,
  type StoredRecordDeclaration,
  defineStoredRecordExport,
  type ExportSource,
} from '../imports';
import { userPidResolver } from '../../../modules/users';

const apiKeyResolver = createPidResolver('apiKey', ApiKey);

/** Resolvers of the creators of keys; those with a pId are identified by it. */
const creatorResolvers = {
  key: apiKeyResolver,
  user: userPidResolver,
  system: undefined,
} as const;
type CreatorKind = keyof typeof creatorResolvers;

class CreatorDto {
  @OneOf(Object.keys(creatorResolvers) as CreatorKind[])
  kind!: CreatorKind;

  @Text({ max: 255, default: '' })
  name!: string;

  @Text({
    max: 255,
    optional: true,
    description: 'pId of the key or user; absent if it was deleted',
  })
  pId?: string;
}

const pIdField: FieldMapping = {
  ...identifierField('pId'),
  serialize: ({ id, pId }) => pId ?? String(id),
};

const hashField = sha256Field('keyHash', 'the key');

const scopesField = plainField('scopes', TextList({ of: scopes, min: 1 }));

const creatorField: FieldMapping = {
  name: 'madeBy',
  decorator: Nested(() => CreatorDto, { optional: true }),
  columns: ['madeByKind', 'madeById', 'madeByName'],
  insertOnlyColumns: ['madeById'],
  serialize: ({ madeByKind, madeById, madeByName }, { naturalKeys }) => {
    if (madeByKind === null) return undefined;
    const resolver = creatorResolvers[madeByKind as CreatorKind];
    const pId = resolver && naturalKeys.findNaturalKey(resolver, madeById as number);
    return { kind: madeByKind, name: madeByName ?? '', ...(pId !== undefined && { pId }) };
  },
  parse: (value, { ids }) => {
    if (!value) return { madeByKind: null, madeById: null, madeByName: null };
    const { kind, name, pId } = value as CreatorDto;
    const resolver = creatorResolvers[kind];
    const id = resolver && pId !== undefined ? ids.get(resolver, pId) : undefined;
    return { madeByKind: kind, madeById: id ?? 0, madeByName: name };
  },
};

/** The administrator whose login created the key, or the first of its ancestors. */
const originField: FieldMapping = {
  ...storedReferenceField('originUser', 'originUserId', userPidResolver, { optional: true }),
  insertOnlyColumns: ['originUserId'],
};

/** API keys with their hashes: a key of the exporting store also works in the importing one. */
export const apiKeyDeclaration: StoredRecordDeclaration = {
  type: 'apiKey',
  entity: ApiKey,
  keyProperties: ['pId'],
  isCommandLineOnly: true,
  updatedAtOwner: { entity: ApiKey },
  fields: createColumnFields(ApiKey, {
    customFields: [pIdField, hashField, scopesField, creatorField, originField],
    omittedColumns: ['changes', 'lastUsedAt', 'updatedAt'],
  }),
  initialColumns: () => ({ changes: 0, lastUsedAt: null }),
  parts: [
    {
      name: 'oldSecrets',
      entity: ApiKeyOldSecret,
      ownerProperty: 'keyId',
      keyProperties: ['keyHash'],
      fields: createColumnFields(ApiKeyOldSecret, {
        customFields: [hashField],
        omittedColumns: ['keyId'],
      }),
    },
    {
      name: 'descendsFrom',
      entity: ApiKeyDescent,
      ownerProperty: 'keyId',
      keyProperties: ['ancestorId'],
      omitsRowsWithoutReference: true,
      fields: [storedReferenceField('key', 'ancestorId', apiKeyResolver)],
    },
  ],
  getReferencedKeys: ({ descendsFrom = [] }) =>
    (descendsFrom as { key: { pId: string } }[]).map(({ key }) => JSON.stringify([key.pId])),
};

/** Export source of API keys; it follows the users, who may have created some. */
export const apiKeyExportSources: readonly ExportSource[] = [
  {
    entity: ApiKey,
    journalKinds: ['apiKey'],
    removalReplay: REMOVE_BEFORE_CHANGES_NEVER_RENAME,
    recordTypes: [{ ...defineStoredRecordExport(apiKeyDeclaration), isSecret: true }],
  },
];
