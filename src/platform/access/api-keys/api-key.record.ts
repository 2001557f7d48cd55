import {
  computedField,
  objectField,
  instantField,
  recordListField,
  numberField,
  defineRecord,
  csvTableOfRecords,
  stringField,
  stringListField,
  tabularRecordResponse,
} from '../../../api';
import type { ApiKey } from './api-key.entity';

/** A key without its secret and internal columns. */
export type PublicApiKey = Omit<ApiKey, 'keyHash' | 'changes' | 'originUserId'>;

export const apiKeyRecord = defineRecord<PublicApiKey>()('apiKey', {
  id: numberField('id'),
  name: stringField('name'),
  scopes: stringListField('scopes'),
  expiresAt: instantField('expiresAt'),
  lastUsedAt: instantField('lastUsedAt'),
  createdAt: instantField('createdAt'),
  madeBy: objectField({
    kind: computedField({
      schema: () => ({ type: 'string', enum: ['key', 'user', 'system'] }),
      serialize: ({ madeByKind }) => madeByKind ?? 'system',
      columns: ['madeByKind'],
    }),
    id: computedField({
      schema: () => ({ type: 'integer' }),
      serialize: ({ madeById }) => madeById ?? 0,
      columns: ['madeById'],
    }),
    name: computedField({
      schema: () => ({ type: 'string' }),
      serialize: ({ madeByName }) => madeByName ?? '',
      columns: ['madeByName'],
    }),
  }),
  updatedAt: instantField('updatedAt'),
});

/** The only response that contains the key itself. */
export const newApiKeyRecord = defineRecord<PublicApiKey & { key: string }>()('newApiKey', {
  ...apiKeyRecord.fields,
  key: stringField('key'),
});

const apiKeysRecord = defineRecord<{ apiKeys: readonly PublicApiKey[] }>()('apiKeys', {
  apiKeys: recordListField('apiKeys', apiKeyRecord),
});

export const apiKeysResponse = tabularRecordResponse(
  apiKeysRecord,
  csvTableOfRecords(apiKeyRecord, ({ apiKeys }) => apiKeys),
);

export const removedApiKeyRecord = defineRecord<{ id: number }>()('removedApiKey', {
  id: numberField('id'),
});
